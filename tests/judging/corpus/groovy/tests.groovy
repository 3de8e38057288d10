def same(got, wanted) {
    if (got != wanted) throw new AssertionError((Object) "$got instead of $wanted".toString())
}

same votes('ann bob ann', 'ann'), 2
assert share('ann bob bob bob', 'bob') == 75 : 'in percent'
assert ranking('cid bob ann bob') == ['bob', 'ann', 'cid']
assert ranking('fay') == ['fay']
try {
    winner(' ')
    assert false
} catch (IllegalArgumentException refused) {
    assert refused.message == 'nobody has voted'
}
if (winner('eve dan eve') != 'eve') {
    System.err.println 'another winner'
    System.exit(1)
}
