console.log 'hello'
