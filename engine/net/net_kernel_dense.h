/*
 * Dense layers in whole numbers and in bytes. Part of net_kernel.h: it uses its vector
 * operations.
 */

/* ---- dense layers in whole numbers ----------------------------------------------- */

/* Computes the first `vectors` of one panel's outputs for `rows` positions. Callers
 * pass constants for both, so that the sums stay in registers. */
INLINE void whole_tile(int32_t *restrict out, const int16_t *restrict in,
                       const int16_t *restrict panel, const int32_t *bias, int n_in,
                       int n_out, const int rows, const int vectors)
{
    net_vint sum[NET_TILE_ROWS][NET_TILE_VECTORS];
    for (int r = 0; r < rows; r++) {
        for (int v = 0; v < vectors; v++) {
            sum[r][v] = i_load(bias + v * NET_LANES);
        }
    }
    for (int i = 0; i < n_in; i += 2) {
        net_vpair weight[NET_TILE_VECTORS];
        for (int v = 0; v < vectors; v++) {
            weight[v] = p_load(panel + i * NET_PANEL + v * 2 * NET_LANES);
        }
        for (int r = 0; r < rows; r++) {
            net_vpair x = p_set(in + r * n_in + i);
            for (int v = 0; v < vectors; v++) {
                sum[r][v] = p_madd(x, weight[v], sum[r][v]);
            }
        }
    }
    for (int r = 0; r < rows; r++) {
        for (int v = 0; v < vectors; v++) {
            i_store(out + r * n_out + v * NET_LANES, sum[r][v]);
        }
    }
}

INLINE void whole_panel(int32_t *out, const int16_t *in, const int16_t *panel,
                        const int32_t *bias, int count, int n_in, int n_out,
                        const int vectors)
{
    int r = 0;
    for (; r + NET_TILE_ROWS <= count; r += NET_TILE_ROWS) {
        whole_tile(out + r * n_out, in + r * n_in, panel, bias, n_in, n_out,
                   NET_TILE_ROWS, vectors);
    }
    switch (count - r) { /* a tile for the rest, however small: fewer passes */
#define ROWS_CASE(n)                                                                   \
    case n:                                                                            \
        whole_tile(out + r * n_out, in + r * n_in, panel, bias, n_in, n_out,           \
                   (n) < NET_TILE_ROWS ? (n) : 1, vectors);                            \
        break;
        EACH_ROW_COUNT(ROWS_CASE)
#undef ROWS_CASE
    }
}

static void dense_whole(int32_t *out, const int16_t *in, const int16_t *panels,
                        const int32_t *bias, int count, int n_in, int n_out)
{
    for (int o = 0; o < n_out; o += NET_PANEL) {
        whole_panel(out + o, in, panels + (size_t)o * (size_t)n_in, bias + o, count,
                    n_in, n_out, NET_TILE_VECTORS);
    }
}

static void dense_last(int32_t *out, const int16_t *in, const int16_t *panel,
                       const int32_t *bias, int count, int n_in)
{
    whole_panel(out, in, panel, bias, count, n_in, NET_PANEL, NET_LAST_VECTORS);
}

/* ---- dense layers in bytes ------------------------------------------------------- */

/* Adds NET_BYTES_STEP inputs or fewer to the sums of some panels of some rows; sets the sums
 * if that is all inputs. */
INLINE void bytes_step(int32_t *restrict out, const uint8_t *restrict in,
                       const int8_t *restrict weights, int count, int n_in, int n_out,
                       const int rows, const int panels)
{
    net_vpart part[NET_BYTES_ROWS][NET_BYTES_PANELS][NET_TILE_VECTORS];
    for (int r = 0; r < rows; r++) {
        for (int n = 0; n < panels; n++) {
            for (int v = 0; v < NET_TILE_VECTORS; v++) {
                part[r][n][v] = b_zero();
            }
        }
    }
    for (int i = 0; i < count; i += 4) {
        net_vquad weight[NET_BYTES_PANELS][NET_TILE_VECTORS];
        for (int n = 0; n < panels; n++) {
            for (int v = 0; v < NET_TILE_VECTORS; v++) {
                weight[n][v] =
                    q_load(weights + (n * n_in + i) * NET_PANEL + v * 4 * NET_LANES);
            }
        }
        for (int r = 0; r < rows; r++) {
            net_vquad x = q_set(in + r * n_in + i);
            for (int n = 0; n < panels; n++) {
                for (int v = 0; v < NET_TILE_VECTORS; v++) {
                    part[r][n][v] = b_madd(x, weight[n][v], part[r][n][v]);
                }
            }
        }
    }
    for (int r = 0; r < rows; r++) {
        for (int n = 0; n < panels; n++) {
            for (int v = 0; v < NET_TILE_VECTORS; v++) {
                int32_t *sum = out + r * n_out + n * NET_PANEL + v * NET_LANES;
                net_vint before =
                    (int)NET_BYTES_STEP > (int)NET_BYTES_CHUNK ? i_set(0) : i_load(sum);
                i_store(sum, b_sum(part[r][n][v], before));
            }
        }
    }
}

/* Computes some panels of some rows; callers pass constants for both numbers, so that
 * the sums stay in registers. */
INLINE void bytes_tile(int32_t *restrict out, const uint8_t *restrict in,
                       const int8_t *restrict weights, const float *scale,
                       const float *bias, int n_in, int n_out, const int rows,
                       const int panels)
{
    for (int r = 0; r < rows && (int)NET_BYTES_STEP == (int)NET_BYTES_CHUNK; r++) {
        memset(out + r * n_out, 0, (size_t)panels * NET_PANEL * sizeof *out);
    }
    for (int i = 0; i < n_in; i += NET_BYTES_STEP) {
        int count = n_in - i < NET_BYTES_STEP ? n_in - i : NET_BYTES_STEP;
        bytes_step(out, in + i, weights + i * NET_PANEL, count, n_in, n_out, rows,
                   panels);
    }
    for (int r = 0; r < rows; r++) {
        for (int v = 0; v < panels * NET_TILE_VECTORS; v++) {
            int32_t *sum = out + r * n_out + v * NET_LANES;
            net_vfloat value =
                v_fma(i_float(i_load(sum)), v_load(scale + v * NET_LANES),
                      v_load(bias + v * NET_LANES));
            value = v_min(v_max(value, v_set(-1e6F)), v_set(1e6F));
            i_store(sum, i_round(value));
        }
    }
}

/* Computes all outputs of some rows. The fewer rows, the more panels at once: many sums
 * in progress hide the latency of an addition. */
INLINE void bytes_rows(int32_t *out, const uint8_t *in, const int8_t *panels,
                       const float *scale, const float *bias, int n_in, int n_out,
                       const int rows)
{
    const int most = NET_BYTES_SUMS / rows < NET_BYTES_PANELS ? NET_BYTES_SUMS / rows
                                                              : NET_BYTES_PANELS;
    int o = 0;
    for (; o + most * NET_PANEL <= n_out; o += most * NET_PANEL) {
        bytes_tile(out + o, in, panels + o * n_in, scale + o, bias + o, n_in, n_out,
                   rows, most);
    }
    for (; o < n_out; o += NET_PANEL) {
        bytes_tile(out + o, in, panels + o * n_in, scale + o, bias + o, n_in, n_out,
                   rows, 1);
    }
}

static void dense_bytes(int32_t *out, const uint8_t *in, const int8_t *panels,
                        const float *scale, const float *bias, int count, int n_in,
                        int n_out)
{
    int r = 0;
    for (; r + NET_BYTES_ROWS <= count; r += NET_BYTES_ROWS) {
        bytes_rows(out + r * n_out, in + r * n_in, panels, scale, bias, n_in, n_out,
                   NET_BYTES_ROWS);
    }
    for (; r + 2 <= count; r += 2) {
        bytes_rows(out + r * n_out, in + r * n_in, panels, scale, bias, n_in, n_out, 2);
    }
    for (; r < count; r++) {
        bytes_rows(out + r * n_out, in + r * n_in, panels, scale, bias, n_in, n_out, 1);
    }
}
