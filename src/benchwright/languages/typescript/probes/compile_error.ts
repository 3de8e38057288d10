const broken: number = ;
