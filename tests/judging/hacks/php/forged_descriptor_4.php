// hack: writes a proof of its own making to descriptor 4.
// verdict: tampered
file_put_contents('php://fd/4', str_repeat('0', 32) . "\tend\t2\t0\t0\n");
exit(0);
