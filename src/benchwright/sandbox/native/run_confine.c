// The main process's last steps before the program: set limits, drop capabilities for good, install a system call filter.
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define AUDIT_ARCH_HERE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define AUDIT_ARCH_HERE AUDIT_ARCH_AARCH64
#else
#error "the system call filter knows x86_64 and aarch64"
#endif

// Refused regardless of arguments. Calls that the C library's headers may be too old to define are listed by number if
// all architectures share it.
#define DENIED(X)                                                                                                     \
    X(mount) X(umount2) X(pivot_root) X(chroot) X(setns) X(unshare) X(ptrace) X(process_vm_readv)                      \
    X(process_vm_writev) X(kcmp) X(bpf) X(perf_event_open) X(keyctl) X(add_key) X(request_key) X(userfaultfd)          \
    X(kexec_load) X(kexec_file_load) X(init_module) X(finit_module) X(delete_module) X(swapon) X(swapoff) X(reboot)    \
    X(sethostname) X(setdomainname) X(settimeofday) X(clock_settime) X(clock_adjtime) X(adjtimex) X(acct)              \
    X(quotactl) X(lookup_dcookie) X(open_by_handle_at) X(name_to_handle_at) X(fanotify_init) X(fanotify_mark)          \
    X(syslog) X(vhangup) X(migrate_pages) X(move_pages) X(nfsservctl) X(io_setup)

static const struct {
    int number;
    const char *name;
} denied[] = {
#define ROW(name) {__NR_##name, #name},
    DENIED(ROW)
#undef ROW
#ifdef __x86_64__
    {__NR_iopl, "iopl"}, {__NR_ioperm, "ioperm"}, {__NR_modify_ldt, "modify_ldt"}, {__NR_uselib, "uselib"},
    {__NR__sysctl, "_sysctl"}, {__NR_create_module, "create_module"},
#endif
    {425, "io_uring_setup"}, {426, "io_uring_enter"}, {427, "io_uring_register"}, {428, "open_tree"},
    {429, "move_mount"}, {430, "fsopen"}, {431, "fsconfig"}, {432, "fsmount"}, {433, "fspick"}, {438, "pidfd_getfd"},
    {442, "mount_setattr"}, {443, "quotactl_fd"}, {447, "memfd_secret"}, {467, "open_tree_attr"},
};
enum { DENIED_COUNT = sizeof denied / sizeof denied[0], SYS_CLONE3 = 435 };

// These allocate memory that belongs to no process. It cannot be watched, only charged to a control group.
static const int unwatchable[] = {__NR_memfd_create, __NR_shmget, __NR_semget, __NR_msgget,
                                  __NR_vmsplice};
enum { UNWATCHABLE_COUNT = sizeof unwatchable / sizeof unwatchable[0] };

// These take kernel memory that no control group is charged for: access control lists, up to 128 KiB for each file and
// folder, and memory policies for ranges of a file. They fail as on a kernel without them, which programs expect.
static const struct {
    int number, error;
} unsupported[] = {
    {__NR_setxattr, EOPNOTSUPP}, {__NR_lsetxattr, EOPNOTSUPP}, {__NR_fsetxattr, EOPNOTSUPP},
    {463 /* setxattrat */, EOPNOTSUPP}, {__NR_mbind, ENOSYS}, {450 /* set_mempolicy_home_node */, ENOSYS},
};
enum { UNSUPPORTED_COUNT = sizeof unsupported / sizeof unsupported[0] };

const char *denied_name(int number) {
    for (int i = 0; i < DENIED_COUNT; i++)
        if (denied[i].number == number) return denied[i].name;
    switch (number) {
    case __NR_clone: return "clone";
    case __NR_socket: return "socket";
    case __NR_socketpair: return "socketpair";
    case __NR_ioctl: return "ioctl";
    case __NR_memfd_create: return "memfd_create";
    case __NR_shmget: return "shmget";
    case __NR_semget: return "semget";
    case __NR_msgget: return "msgget";
    case __NR_mq_open: return "mq_open";
    case __NR_shmctl: return "shmctl";
    case __NR_prlimit64: return "prlimit64";
    case __NR_setsockopt: return "setsockopt";
    case __NR_vmsplice: return "vmsplice";
    case __NR_seccomp: return "seccomp";
    case __NR_prctl: return "prctl";
    case __NR_mmap: return "mmap";
    }
    return NULL;
}

struct filter {
    struct sock_filter code[512];
    unsigned short length;
};

static void add(struct filter *f, struct sock_filter instruction) { f->code[f->length++] = instruction; }
#define LOAD(offset) (struct sock_filter) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (offset))
#define RETURN(action) (struct sock_filter) BPF_STMT(BPF_RET | BPF_K, (action))
#define UNLESS_EQUAL(value, skip) (struct sock_filter) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (skip))
#define IF_EQUAL(value, skip) (struct sock_filter) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (skip), 0)
#define UNLESS_ANY(bits, skip) (struct sock_filter) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, (skip))
#define ARGUMENT(i) (offsetof(struct seccomp_data, args) + 8 * (i)) // low half, little endian
#define NUMBER offsetof(struct seccomp_data, nr)

static void add_architecture(struct filter *f) {
    add(f, LOAD(offsetof(struct seccomp_data, arch)));
    add(f, IF_EQUAL(AUDIT_ARCH_HERE, 1));
    add(f, RETURN(SECCOMP_RET_ERRNO | ENOSYS)); // 32-bit calls would bypass the numbers below
    add(f, LOAD(NUMBER));
#ifdef __x86_64__
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1)); // x32
    add(f, RETURN(SECCOMP_RET_ERRNO | ENOSYS));
#endif
}

static void add_refusal(struct filter *f, int number, uint32_t action) {
    add(f, UNLESS_EQUAL((uint32_t)number, 1));
    add(f, RETURN(action));
}

struct rule {
    int number;
    uint32_t action;
};

static int by_number(const void *a, const void *b) { return ((const struct rule *)a)->number - ((const struct rule *)b)->number; }

// A search tree: on installation, the kernel evaluates the filter for every call number, which would be slow for a list.
static void add_tree(struct filter *f, const struct rule *rules, int count) {
    if (count == 1) {
        add_refusal(f, rules->number, rules->action);
        add(f, RETURN(SECCOMP_RET_ALLOW));
        return;
    }
    int middle = count / 2, at = f->length;
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, (uint32_t)rules[middle].number, 0, 0));
    add_tree(f, rules, middle);
    f->code[at].jt = (uint8_t)(f->length - at - 1);
    add_tree(f, rules + middle, count - middle);
}

// Allows only local, internet and routing-table sockets. A vsock, for example, belongs to no network namespace. Of the
// internet protocols, only TCP and UDP: the parts of a multipath connection, for example, are not counted as sockets.
static void add_sockets(struct filter *f, uint32_t refuse) {
    add(f, UNLESS_EQUAL(__NR_socket, 15));
    add(f, LOAD(ARGUMENT(0)));
    add(f, IF_EQUAL(AF_UNIX, 5));
    add(f, IF_EQUAL(AF_INET, 6));
    add(f, IF_EQUAL(AF_INET6, 5));
    add(f, UNLESS_EQUAL(AF_NETLINK, 3));
    add(f, LOAD(ARGUMENT(2)));
    add(f, UNLESS_EQUAL(0, 1)); // NETLINK_ROUTE, used by getifaddrs
    add(f, RETURN(SECCOMP_RET_ALLOW));
    add(f, RETURN(refuse));
    add(f, LOAD(ARGUMENT(2)));
    add(f, IF_EQUAL(0, 3));
    add(f, IF_EQUAL(IPPROTO_TCP, 2));
    add(f, IF_EQUAL(IPPROTO_UDP, 1));
    add(f, RETURN(SECCOMP_RET_ERRNO | EPROTONOSUPPORT)); // as on a kernel without the protocol
    add(f, RETURN(SECCOMP_RET_ALLOW));
}

static void add_socketpairs(struct filter *f, uint32_t refuse) {
    add(f, UNLESS_EQUAL(__NR_socketpair, 4));
    add(f, LOAD(ARGUMENT(0)));
    add(f, UNLESS_EQUAL(AF_UNIX, 1));
    add(f, RETURN(SECCOMP_RET_ALLOW));
    add(f, RETURN(refuse));
}

// Calls needed to create an init. A process without capabilities can use them only inside a child's user namespace.
static const int makes_inits[] = {__NR_mount, __NR_sethostname, __NR_unshare, __NR_perf_event_open};
enum { MAKES_INITS_COUNT = sizeof makes_inits / sizeof makes_inits[0] };

static bool makes_init(int number) {
    for (int i = 0; i < MAKES_INITS_COUNT; i++)
        if (makes_inits[i] == number) return true;
    return false;
}

static void add_init_clone(struct filter *f) {
    add(f, UNLESS_EQUAL(__NR_clone, 4));
    add(f, LOAD(ARGUMENT(0)));
    add(f, UNLESS_EQUAL((uint32_t)(WARM_INIT_FLAGS), 1));
    add(f, RETURN(SECCOMP_RET_ALLOW));
    add(f, LOAD(NUMBER));
}

static void add_clone(struct filter *f, uint32_t refuse, uint32_t fork_action) {
    const uint32_t new_namespace = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                                   CLONE_NEWPID | CLONE_NEWNET;
    add_refusal(f, SYS_CLONE3, SECCOMP_RET_ERRNO | ENOSYS); // a filter cannot read its flags; libraries fall back to clone
    add(f, UNLESS_EQUAL(__NR_clone, 8));
    add(f, LOAD(ARGUMENT(0)));
    add(f, UNLESS_ANY(new_namespace, 1));
    add(f, RETURN(refuse));
    add(f, UNLESS_ANY(CLONE_THREAD, 1));
    add(f, RETURN(SECCOMP_RET_ALLOW));
    // Processes that share descriptors share their locks as well, which are then listed under a process that may be gone.
    add(f, UNLESS_ANY(CLONE_FILES, 1));
    add(f, RETURN(refuse));
    add(f, RETURN(fork_action));
}

// Locks of open files belong to no process, so nobody could tell whose they are.
static void add_file_locks(struct filter *f) {
    add(f, UNLESS_EQUAL(__NR_fcntl, 5));
    add(f, LOAD(ARGUMENT(1)));
    add(f, IF_EQUAL(F_OFD_SETLK, 1));
    add(f, UNLESS_EQUAL(F_OFD_SETLKW, 1));
    add(f, RETURN(SECCOMP_RET_ERRNO | EINVAL)); // as on a kernel without them
    add(f, RETURN(SECCOMP_RET_ALLOW));
}

// Each filter of a program's own takes kernel memory and slows its calls down, and the release of thousands can block the
// kernel for minutes.
static void add_own_filters(struct filter *f, uint32_t refuse) {
    add_refusal(f, __NR_seccomp, refuse);
    add(f, UNLESS_EQUAL(__NR_prctl, 4));
    add(f, LOAD(ARGUMENT(0)));
    add(f, UNLESS_EQUAL(PR_SET_SECCOMP, 1));
    add(f, RETURN(refuse));
    add(f, RETURN(SECCOMP_RET_ALLOW));
}

// Huge pages that the host has reserved are charged to no memory group.
static void add_huge_pages(struct filter *f, uint32_t refuse) {
    static const struct {
        int number, argument;
        uint32_t flag;
    } calls[] = {{__NR_mmap, 3, MAP_HUGETLB}, {__NR_memfd_create, 1, MFD_HUGETLB}};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        add(f, UNLESS_EQUAL((uint32_t)calls[i].number, 4));
        add(f, LOAD(ARGUMENT(calls[i].argument)));
        add(f, UNLESS_ANY(calls[i].flag, 1));
        add(f, RETURN(refuse));
        add(f, LOAD(NUMBER));
    }
}

// Locked shared memory is counted for the user until some time after the end of the stage.
static void add_locked_memory(struct filter *f, uint32_t refuse) {
    add(f, UNLESS_EQUAL(__NR_shmctl, 4));
    add(f, LOAD(ARGUMENT(1)));
    add(f, UNLESS_EQUAL(SHM_LOCK, 1));
    add(f, RETURN(refuse));
    add(f, RETURN(SECCOMP_RET_ALLOW));
}

static void add_terminals(struct filter *f, uint32_t refuse) {
    add(f, UNLESS_EQUAL(__NR_ioctl, 5));
    add(f, LOAD(ARGUMENT(1)));
    add(f, UNLESS_EQUAL(TIOCSTI, 1));
    add(f, RETURN(refuse));
    add(f, UNLESS_EQUAL(TIOCLINUX, 1));
    add(f, RETURN(refuse));
    add(f, LOAD(NUMBER));
}

// Init runs as the same user. Without this, a program could change init's limits, and so its behaviour, through the id of
// any of its threads. So setting limits is allowed only with pid 0, which is how a process sets its own.
static void add_limits_of_others(struct filter *f, uint32_t refuse) {
    add(f, UNLESS_EQUAL(__NR_prlimit64, 8));
    add(f, LOAD(ARGUMENT(0)));
    add(f, IF_EQUAL(0, 5));
    add(f, LOAD(ARGUMENT(2))); // reading limits is harmless
    add(f, UNLESS_EQUAL(0, 2));
    add(f, LOAD(ARGUMENT(2) + 4));
    add(f, IF_EQUAL(0, 1));
    add(f, RETURN(refuse));
    add(f, LOAD(NUMBER));
}

// A joined multicast group sends packets later, possibly during another run. A socket filter uses memory that the kernel
// limits for the whole machine.
static void add_socket_options(struct filter *f, uint32_t refuse) {
    enum { LEVELS = 3, NAMES = 4 };
    static const uint32_t levels[LEVELS] = {SOL_SOCKET, IPPROTO_IP, IPPROTO_IPV6};
    static const uint32_t names[LEVELS][NAMES] = {
        {SO_ATTACH_FILTER, SO_ATTACH_BPF, SO_ATTACH_REUSEPORT_CBPF, SO_ATTACH_REUSEPORT_EBPF},
        {IP_ADD_MEMBERSHIP, IP_ADD_SOURCE_MEMBERSHIP, MCAST_JOIN_GROUP, MCAST_JOIN_SOURCE_GROUP},
        {IPV6_JOIN_GROUP, IPV6_JOIN_ANYCAST, MCAST_JOIN_GROUP, MCAST_JOIN_SOURCE_GROUP},
    };
    int start = f->length;
    add(f, UNLESS_EQUAL(__NR_setsockopt, 0));
    for (int level = 0; level < LEVELS; level++) {
        add(f, LOAD(ARGUMENT(1)));
        add(f, UNLESS_EQUAL(levels[level], NAMES + 3));
        add(f, LOAD(ARGUMENT(2)));
        for (int i = 0; i < NAMES; i++)
            add(f, IF_EQUAL(names[level][i], (uint8_t)(NAMES - i)));
        add(f, (struct sock_filter)BPF_STMT(BPF_JMP | BPF_JA, 1));
        add(f, RETURN(refuse));
    }
    add(f, LOAD(NUMBER));
    f->code[start].jf = (uint8_t)(f->length - start - 1);
}

// A limit of 1 prevents core dumps even if the host pipes them to a program; a limit of 0 does not, so it must not be
// lowered to that.
static void add_core_limits(struct filter *f) {
    add(f, UNLESS_EQUAL(__NR_setrlimit, 4));
    add(f, LOAD(ARGUMENT(0)));
    add(f, UNLESS_EQUAL(RLIMIT_CORE, 1));
    add(f, RETURN(SECCOMP_RET_ERRNO | 0));
    add(f, RETURN(SECCOMP_RET_ALLOW));
    add(f, UNLESS_EQUAL(__NR_prlimit64, 8));
    add(f, LOAD(ARGUMENT(1)));
    add(f, UNLESS_EQUAL(RLIMIT_CORE, 5));
    add(f, LOAD(ARGUMENT(2))); // reading limits is harmless
    add(f, UNLESS_EQUAL(0, 2));
    add(f, LOAD(ARGUMENT(2) + 4));
    add(f, IF_EQUAL(0, 1));
    add(f, RETURN(SECCOMP_RET_ERRNO | 0));
    add(f, RETURN(SECCOMP_RET_ALLOW));
}

// Requests for larger socket buffers are only hints: report success, and keep the size that the watcher assumes.
static void add_socket_buffers(struct filter *f) {
    add(f, UNLESS_EQUAL(__NR_setsockopt, 7));
    add(f, LOAD(ARGUMENT(1)));
    add(f, UNLESS_EQUAL(SOL_SOCKET, 4));
    add(f, LOAD(ARGUMENT(2)));
    add(f, IF_EQUAL(SO_SNDBUF, 1));
    add(f, UNLESS_EQUAL(SO_RCVBUF, 1));
    add(f, RETURN(SECCOMP_RET_ERRNO | 0));
    add(f, RETURN(SECCOMP_RET_ALLOW));
}

// The destination is in the program's memory, which a filter cannot read. Without a destination there is nothing to report.
static void add_sendto(struct filter *f) {
    add(f, UNLESS_EQUAL(__NR_sendto, 6));
    add(f, LOAD(ARGUMENT(4)));
    add(f, UNLESS_EQUAL(0, 3));
    add(f, LOAD(ARGUMENT(4) + 4));
    add(f, UNLESS_EQUAL(0, 1));
    add(f, RETURN(SECCOMP_RET_ALLOW));
    add(f, RETURN(SECCOMP_RET_USER_NOTIF));
}

// The message that sends the listener to the launcher comes before anyone can answer notifications, so a mark exempts it.
static void add_sendmsg(struct filter *f, uint32_t mark) {
    add(f, UNLESS_EQUAL(__NR_sendmsg, 4));
    add(f, LOAD(ARGUMENT(0) + 4));
    add(f, UNLESS_EQUAL(mark, 1));
    add(f, RETURN(SECCOMP_RET_ALLOW));
    add(f, RETURN(SECCOMP_RET_USER_NOTIF));
}

static int list_rules(struct rule *rules, uint32_t flags, uint32_t refuse, uint32_t notice) {
    int count = 0;
    for (int i = 0; i < DENIED_COUNT; i++)
        if (!(flags & FLAG_ZYGOTE) || !makes_init(denied[i].number)) rules[count++] = (struct rule){denied[i].number, refuse};
    if (flags & FLAG_WATCH_MEMORY)
        for (int i = 0; i < UNWATCHABLE_COUNT; i++) rules[count++] = (struct rule){unwatchable[i], refuse};
    // Message queues are limited per user: stages in slots that share a user could use them up for one another.
    if (flags & FLAG_SHARED_USER) rules[count++] = (struct rule){__NR_mq_open, refuse};
    for (int i = 0; i < UNSUPPORTED_COUNT; i++)
        rules[count++] = (struct rule){unsupported[i].number, SECCOMP_RET_ERRNO | (uint32_t)unsupported[i].error};
    if (flags & FLAG_OBSERVE_PROCESSES) {
        rules[count++] = (struct rule){__NR_execve, notice};
        rules[count++] = (struct rule){__NR_execveat, notice};
#ifdef __x86_64__
        rules[count++] = (struct rule){__NR_fork, notice};
        rules[count++] = (struct rule){__NR_vfork, notice};
#endif
    }
    if (flags & FLAG_OBSERVE_NETWORK) {
        rules[count++] = (struct rule){__NR_connect, SECCOMP_RET_USER_NOTIF};
        rules[count++] = (struct rule){__NR_sendmmsg, SECCOMP_RET_USER_NOTIF};
    }
    qsort(rules, (size_t)count, sizeof *rules, by_number);
    return count;
}

static void build_filter(struct filter *f, uint32_t flags, uint32_t mark) {
    uint32_t refuse = flags & FLAG_OBSERVE_CALLS ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_ERRNO | EPERM;
    uint32_t notice = flags & FLAG_OBSERVE_PROCESSES ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_ALLOW;
    struct rule rules[DENIED_COUNT + UNWATCHABLE_COUNT + UNSUPPORTED_COUNT + 9];
    add_architecture(f);
    if (flags & FLAG_ZYGOTE) add_init_clone(f);
    add_clone(f, refuse, notice);
    add_huge_pages(f, refuse);
    add_locked_memory(f, refuse);
    add_terminals(f, refuse);
    add_sockets(f, refuse);
    add_socketpairs(f, refuse);
    add_file_locks(f);
    if (!(flags & FLAG_ZYGOTE)) add_own_filters(f, refuse);
    add_limits_of_others(f, refuse);
    add_socket_options(f, refuse);
    if (flags & (FLAG_WATCH_MEMORY | FLAG_WATCH_SOCKETS)) add_socket_buffers(f);
    add_core_limits(f);
    if (flags & FLAG_OBSERVE_NETWORK) {
        add_sendto(f);
        add_sendmsg(f, mark);
    }
    add_tree(f, rules, list_rules(rules, flags, refuse, notice));
}

void set_limit(int resource, uint64_t soft, uint64_t hard) {
    struct rlimit64 wanted = {soft, hard}, old;
    if (setrlimit64(resource, &wanted) == 0) return;
    getrlimit64(resource, &old);
    if (wanted.rlim_max > old.rlim_max) wanted.rlim_max = old.rlim_max;
    if (wanted.rlim_cur > wanted.rlim_max) wanted.rlim_cur = wanted.rlim_max;
    setrlimit64(resource, &wanted);
}

// No program can ever gain a capability that is not in this set.
void drop_bounding_set(void) {
    for (int capability = 0; capability <= 63; capability++)
        if (prctl(PR_CAPBSET_DROP, capability) < 0 && errno == EINVAL) break;
}

static void set_limits(const struct order *order) {
    const struct limits *l = &order->limits;
    uint64_t cpu_s = l->cpu_ms / 1000 + 2; // a backstop: the launcher measures the whole tree
    bool each_request = order->flags & FLAG_SERVICE && !(order->flags & FLAG_WATCH_CPU); // what the limit is for
    if (!each_request) set_limit(RLIMIT_CPU, cpu_s, cpu_s + 1);
    set_limit(RLIMIT_CORE, 1, 1);
    set_limit(RLIMIT_MEMLOCK, 1 << 16, 1 << 16);
    // Init and its looker run as the same user, and so does the slot unless the stage has its own user namespace.
    uint64_t others = 1 + !!(order->flags & FLAG_WATCH_MEMORY) + !(order->flags & FLAG_OWN_USER);
    uint64_t processes = l->processes + others;
    if (order->flags & FLAG_LIMIT_PROCESSES) set_limit(RLIMIT_NPROC, processes, processes);
}

static void drop_capabilities(int report) {
    drop_bounding_set();
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {0};
    if (syscall(SYS_capset, &head, none) < 0) fail(report, "capset");
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) fail(report, "no_new_privs");
}

static void install_filter(int report, uint32_t flags) {
    struct filter f = {.length = 0};
    uint32_t mark;
    // Random for each run and erased afterwards: a program that knew it could send messages unobserved.
    if (getrandom(&mark, sizeof mark, 0) != sizeof mark) fail(report, "getrandom");
    mark |= 1;
    build_filter(&f, flags, mark);
    struct sock_fprog program = {.len = f.length, .filter = f.code};
    bool observed = flags & (FLAG_OBSERVE_CALLS | FLAG_OBSERVE_PROCESSES | FLAG_OBSERVE_NETWORK);
    const unsigned wait_killable = 1 << 5; // signals do not interrupt a call that is being inspected; Linux 5.19
    unsigned options = observed ? SECCOMP_FILTER_FLAG_NEW_LISTENER | wait_killable : 0;
    long listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, options, &program);
    if (listener < 0 && observed)
        listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
    if (listener < 0) fail(report, "seccomp");
    if (observed) {
        struct report message = {.kind = REPORT_LISTENER};
        int fd = (int)listener;
        if (send_marked(mark, report, &message, sizeof message, &fd, 1) < 0) {
            struct report failed = {.kind = REPORT_FAILED, .text = "the listener could not be sent"};
            send_marked(mark, report, &failed, sizeof failed, NULL, 0);
            _exit(70);
        }
        close(fd);
    }
    explicit_bzero(&f, sizeof f);
    explicit_bzero(&mark, sizeof mark);
}

void confine_zygote(int socket) {
    drop_capabilities(socket);
    set_limit(RLIMIT_CORE, 1, 1);
    install_filter(socket, FLAG_ZYGOTE);
}

void confine(struct stage *stage) {
    int report = stage->fds[FD_REPORT];
    set_limits(&stage->order);
    drop_capabilities(report);
    // Dropping capabilities made the process undumpable, which would deny it access to its own /proc/self.
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    install_filter(report, stage->order.flags); // before the descriptor limit, since it may need one for the listener
    set_limit(RLIMIT_NOFILE, stage->order.limits.open_files, stage->order.limits.open_files);
}
