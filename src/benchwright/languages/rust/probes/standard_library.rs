// The 2021 edition with its library, threads and panics included.
use std::collections::{BTreeMap, HashMap};
use std::sync::{mpsc, Arc, Mutex};
use std::{fs, panic, thread};

fn main() {
    let total = Arc::new(Mutex::new(0));
    let workers: Vec<_> = (1..=4)
        .map(|number| {
            let total = Arc::clone(&total);
            thread::spawn(move || *total.lock().unwrap() += number)
        })
        .collect();
    workers.into_iter().for_each(|worker| worker.join().unwrap());
    assert_eq!(*total.lock().unwrap(), 10);

    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send("sent").unwrap());
    assert_eq!(receiver.recv(), Ok("sent"));

    let counts = "abca".chars().fold(HashMap::new(), |mut counts, letter| {
        *counts.entry(letter).or_insert(0) += 1;
        counts
    });
    assert_eq!(counts.into_iter().collect::<BTreeMap<_, _>>()[&'a'], 2);

    fs::write("/tmp/probe.txt", "text").unwrap();
    assert_eq!(fs::read_to_string("/tmp/probe.txt").unwrap(), "text");

    panic::set_hook(Box::new(|_| {}));
    assert!(panic::catch_unwind(|| Vec::<i32>::new()[0]).is_err());
    println!("complete");
}
