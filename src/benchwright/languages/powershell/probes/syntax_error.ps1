function Broken {
