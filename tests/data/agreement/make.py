"""Writes vectors.json: coefficients of random ratings with missing values, computed by Python's libraries.

    python3 -m venv venv && venv/bin/pip install krippendorff scikit-learn scipy pingouin irrCAC statsmodels
    venv/bin/python make.py > vectors.json
"""
import importlib.metadata as metadata
import itertools
import json
import math
import random
import warnings

import krippendorff
import numpy as np
import pandas as pd
import pingouin
from irrCAC.raw import CAC
from scipy import stats
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import fleiss_kappa

warnings.filterwarnings("ignore")
LIBRARIES = ["krippendorff", "scikit-learn", "scipy", "pingouin", "irrCAC", "statsmodels", "numpy", "pandas"]


def number(value):
    """JSON has no NaN: undefined is null."""
    value = float(value)
    return value if math.isfinite(value) else None


def ratings(rng, annotators, labels, units, missing, noise):
    rows = []
    for _ in range(units):
        truth = rng.choices(range(labels), weights=[labels - at for at in range(labels)])[0]
        row = [truth if rng.random() > noise else rng.randrange(labels) for _ in range(annotators)]
        rows.append([None if rng.random() < missing else label for label in row])
    return [row for row in rows if any(label is not None for label in row)]


def of_labels(rows, labels):
    annotators = len(rows[0])
    table = np.array([[np.nan if x is None else x for x in row] for row in rows], dtype=float)
    domain = list(range(labels))
    frame = pd.DataFrame(table)
    complete = [row for row in rows if None not in row]
    counts = np.array([[row.count(label) for label in domain] for row in complete])
    found = {
        "alpha_nominal": number(krippendorff.alpha(table.T, value_domain=domain, level_of_measurement="nominal")),
        "alpha_ordinal": number(krippendorff.alpha(table.T, value_domain=domain, level_of_measurement="ordinal")),
        "ac1": number(CAC(frame, categories=domain, digits=15).gwet()["est"]["coefficient_value"]),
        "ac2_quadratic": number(
            CAC(frame, weights="quadratic", categories=domain, digits=15).gwet()["est"]["coefficient_value"]
        ),
        "fleiss": number(fleiss_kappa(counts)) if complete else None,
        "pairs": [],
    }
    shares = []
    for a, b in itertools.combinations(range(annotators), 2):
        both = [(row[a], row[b]) for row in rows if row[a] is not None and row[b] is not None]
        if not both:
            found["pairs"].append({"percent": None, "kappa": None, "kappa_linear": None, "kappa_quadratic": None})
            continue
        x, y = zip(*both)
        share = sum(p == q for p, q in both) / len(both)
        shares.append(share)
        kappa = lambda weights: number(cohen_kappa_score(x, y, labels=domain, weights=weights))
        found["pairs"].append({
            "percent": share,
            "kappa": kappa(None),
            "kappa_linear": kappa("linear"),
            "kappa_quadratic": kappa("quadratic"),
        })
    found["percent"] = sum(shares) / len(shares) if shares else None
    return {"labels": labels, "units": rows, "found": found}


def scores(rng, annotators, cases, missing, step):
    rows = []
    for _ in range(cases):
        truth = rng.uniform(0, 10)
        row = [round((truth + rng.gauss(0.3 * at, 1.5)) / step) * step for at in range(annotators)]
        rows.append([None if rng.random() < missing else score for score in row])
    return rows


def of_scores(rows):
    annotators = len(rows[0])
    table = np.array([[np.nan if x is None else x for x in row] for row in rows], dtype=float)
    complete = [row for row in rows if None not in row]
    long = pd.DataFrame(
        [(case, by, score) for case, row in enumerate(complete) for by, score in enumerate(row)],
        columns=["case", "by", "score"],
    )
    icc = pingouin.intraclass_corr(long, targets="case", raters="by", ratings="score")
    kinds = icc.set_index("Type")["ICC"]
    found = {
        "alpha_interval": number(krippendorff.alpha(table.T, level_of_measurement="interval")),
        "icc_2_1": number(kinds["ICC(A,1)"] if "ICC(A,1)" in kinds else kinds["ICC2"]),
        "pairs": [],
    }
    for a, b in itertools.combinations(range(annotators), 2):
        both = [(row[a], row[b]) for row in rows if row[a] is not None and row[b] is not None]
        x, y = zip(*both)
        differences = [p - q for p, q in both]
        found["pairs"].append({
            "spearman": number(stats.spearmanr(x, y).statistic),
            "tau_b": number(stats.kendalltau(x, y).statistic),
            "mean_difference": sum(differences) / len(differences),
            "mean_absolute_difference": sum(map(abs, differences)) / len(differences),
        })
    return {"cases": rows, "found": found}


def main():
    rng = random.Random(17)
    labelled = [
        of_labels(ratings(rng, annotators, labels, units, missing, noise), labels)
        for annotators, labels, units, missing, noise in [
            (2, 2, 12, 0.0, 0.3), (2, 3, 30, 0.2, 0.4), (3, 3, 25, 0.0, 0.5), (3, 3, 40, 0.3, 0.3),
            (4, 6, 60, 0.15, 0.4), (5, 3, 50, 0.1, 0.2), (5, 2, 20, 0.4, 0.8), (3, 4, 15, 0.1, 1.0),
        ]
    ]
    scored = [
        of_scores(scores(rng, annotators, cases, missing, step))
        for annotators, cases, missing, step in [
            (2, 10, 0.0, 1.0), (2, 40, 0.2, 0.5), (3, 30, 0.1, 2.0), (5, 50, 0.1, 0.01), (4, 25, 0.0, 5.0),
        ]
    ]
    versions = {name: metadata.version(name) for name in LIBRARIES}
    print("{")
    print(f' "made by": {json.dumps(versions)},')
    for key, vectors, end in (("labels", labelled, ","), ("scores", scored, "")):
        print(f' "{key}": [')
        print(",\n".join("  " + json.dumps(vector) for vector in vectors))
        print(f" ]{end}")
    print("}")


main()
