// control: includes everything and uses namespace std, with macros that competitors like.
#include <bits/stdc++.h>
using namespace std;
#define int long long
#define endl '\n'
#define all(x) (x).begin(), (x).end()
#define rep(i, n) for (int i = 0; i < (n); i++)
typedef vector<int> vi;

int minutes(const string &text) {
    if (text.size() != 5 || text[2] != ':') throw invalid_argument("no time: " + text);
    vi digits;
    rep(i, 5) if (i != 2) digits.push_back(text[i] - '0');
    int hour = digits[0] * 10 + digits[1], minute = digits[2] * 10 + digits[3];
    if (*min_element(all(digits)) < 0 || hour > 23 || minute > 59) throw invalid_argument("no time: " + text);
    return hour * 60 + minute;
}

string clock_text(int total) {
    total = (total % 1440 + 1440) % 1440;
    ostringstream out;
    out << setfill('0') << setw(2) << total / 60 << ":" << setw(2) << total % 60;
    return out.str();
}

int between(const string &from, const string &to) { return (minutes(to) - minutes(from) + 1440) % 1440; }

signed main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    string text;
    while (cin >> text) cout << minutes(text) << endl;
    return 1;
}
