path = require 'path'

if require.main is module
  console.log path.basename __filename, '.js'
