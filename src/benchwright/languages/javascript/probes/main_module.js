if (require.main === module) {
  console.log(require('path').basename(__filename));
}
