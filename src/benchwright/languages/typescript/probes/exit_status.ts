process.exit(3 as number);
