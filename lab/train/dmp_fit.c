#include "lab/train/dmp_fit.h"

#include <math.h>

void dmp_fit_add(struct dmp_fit *fit, const struct position *after,
                 const struct outputs *outputs, float win)
{
    double term[DMP_TERMS];
    double lack = (double)win - (double)outputs->win;
    int class = dmp_class(after);
    dmp_terms(outputs, term);
    for (int i = 0; i < DMP_TERMS; i++) {
        fit->moment[class][i] += lack * term[i];
        for (int k = 0; k <= i; k++) {
            fit->product[class][i][k] += term[i] * term[k];
        }
    }
    fit->squares += lack * lack;
    fit->count++;
}

/* Solves by A. Cholesky's method, in place: `a` is the lower triangle of a symmetric
 * positive definite matrix, `x` the right side, then the solution. */
static void solve(double a[DMP_TERMS][DMP_TERMS], double x[DMP_TERMS])
{
    for (int i = 0; i < DMP_TERMS; i++) {
        for (int k = 0; k <= i; k++) {
            double sum = a[i][k];
            for (int m = 0; m < k; m++) {
                sum -= a[i][m] * a[k][m];
            }
            a[i][k] = i == k ? sqrt(sum) : sum / a[k][k];
        }
        for (int k = 0; k < i; k++) {
            x[i] -= a[i][k] * x[k];
        }
        x[i] /= a[i][i];
    }
    for (int i = DMP_TERMS - 1; i >= 0; i--) {
        for (int k = i + 1; k < DMP_TERMS; k++) {
            x[i] -= a[k][i] * x[k];
        }
        x[i] /= a[i][i];
    }
}

double dmp_fit_solve(const struct dmp_fit *fit, double weight[CLASSES_MAX][DMP_TERMS])
{
    const double ridge = 0.01; /* so that a class without positions has a solution */
    double left = fit->squares;
    for (int c = 0; c < CLASSES_MAX; c++) {
        double factor[DMP_TERMS][DMP_TERMS];
        for (int i = 0; i < DMP_TERMS; i++) {
            for (int k = 0; k <= i; k++) {
                factor[i][k] = fit->product[c][i][k] + (i == k ? ridge : 0.0);
            }
            weight[c][i] = fit->moment[c][i];
        }
        solve(factor, weight[c]);
        for (int i = 0; i < DMP_TERMS; i++) {
            left -= 2.0 * weight[c][i] * fit->moment[c][i];
            for (int k = 0; k < DMP_TERMS; k++) {
                double product = fit->product[c][i > k ? i : k][i > k ? k : i];
                left += weight[c][i] * weight[c][k] * product;
            }
        }
    }
    return left;
}
