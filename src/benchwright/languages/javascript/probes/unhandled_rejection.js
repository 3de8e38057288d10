Promise.reject(new Error('nobody handles this'));
