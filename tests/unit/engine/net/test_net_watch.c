/* Under the address and the thread sanitizer, whose eyes kernels go without: who gives one too
 * small a room, or two threads the same one, is found all the same. Elsewhere rooms are not looked
 * at; those below have some to spare. */

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/net/net_internal.h"
#include "tests/unit/test_case.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#if __has_feature(thread_sanitizer)
#define __SANITIZE_THREAD__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
enum { IS_WATCHED = 1 };
#else
enum { IS_WATCHED = 0 };
#endif
#ifdef __SANITIZE_THREAD__
enum { IS_WATCHED_FOR_RACES = 1 };
#else
enum { IS_WATCHED_FOR_RACES = 0 };
#endif

enum { INPUTS = 4 };

/* By how many numbers each room of a layer in bytes is too small. */
struct rooms {
    size_t out, in, panels, bias, row;
};

static void evaluate(const struct net_kernel *kernel, const struct rooms *less)
{
    int32_t *out = calloc(NET_PANEL - less->out, sizeof *out);
    uint8_t *in = calloc(INPUTS - less->in, 1);
    int8_t *panels = calloc(INPUTS * NET_PANEL - less->panels, 1);
    float *bias = calloc(NET_PANEL - less->bias, sizeof *bias);
    float *row = calloc(NET_PANEL - less->row, sizeof *row);
    float scale[NET_PANEL] = {0};
    kernel->dense_bytes(out, in, panels, scale, bias, 1, INPUTS, NET_PANEL);
    kernel->gather_rows(scale, row, NET_PANEL, (const uint16_t[]){0}, 1);
    free(out);
    free(in);
    free(panels);
    free(bias);
    free(row);
}

/* A row is summed in a room that may be another thread's, too. */
struct racer {
    const struct net_kernel *kernel;
    float *sum;
};

static void *sum_row(void *arg)
{
    static const float row[NET_PANEL];
    const struct racer *racer = arg;
    racer->kernel->gather_rows(racer->sum, row, NET_PANEL, (const uint16_t[]){0}, 1);
    return NULL;
}

static void race(const struct net_kernel *kernel, const struct rooms *apart)
{
    static float sums[2 * NET_PANEL];
    struct racer racers[2] = {{kernel, sums}, {kernel, sums + apart->out}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        (void)pthread_create(&threads[i], NULL, sum_row, &racers[i]);
    }
    for (int i = 0; i < 2; i++) {
        (void)pthread_join(threads[i], NULL);
    }
}

/* In a process of its own. */
static bool is_stopped(void (*run)(const struct net_kernel *, const struct rooms *),
                       const struct net_kernel *kernel, const struct rooms *rooms)
{
    pid_t child = fork();
    if (child == 0) {
        (void)dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
        run(kernel, rooms);
        exit(0); /* where the thread sanitizer tells what it has found */
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status != 0;
}

TEST(too_small_a_room_is_found_under_the_address_sanitizer)
{
    static const struct rooms less[] = {
        {.out = 1}, {.in = 1}, {.panels = 1}, {.bias = 1}, {.row = 1}};
    for (int k = 0; net_kernel_name(k) != NULL; k++) {
        const struct net_kernel *kernel = net_kernel_find(net_kernel_name(k));
        assert_false(is_stopped(evaluate, kernel, &(struct rooms){0}));
        for (size_t i = 0; i < sizeof less / sizeof less[0]; i++) {
            assert_int_equal(is_stopped(evaluate, kernel, &less[i]), IS_WATCHED);
        }
    }
}

TEST(a_shared_room_is_found_under_the_thread_sanitizer)
{
    for (int k = 0; net_kernel_name(k) != NULL; k++) {
        const struct net_kernel *kernel = net_kernel_find(net_kernel_name(k));
        assert_false(is_stopped(race, kernel, &(struct rooms){.out = NET_PANEL}));
        assert_int_equal(is_stopped(race, kernel, &(struct rooms){0}),
                         IS_WATCHED_FOR_RACES);
    }
}

TEST_MAIN(NULL, NULL)
