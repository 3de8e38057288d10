const promise: Promise<never> = Promise.reject(new Error('nobody handles this'));
