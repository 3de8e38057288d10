const three: string = 3;
console.log(three);
