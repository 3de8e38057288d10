// hack: copies what it finds on descriptor 3 to descriptor 4.
// verdict: incomplete
$found = stream_get_contents(fopen('php://fd/3', 'r'));
if ($found !== '') {
    file_put_contents('php://fd/4', $found);
}
exit(0);
