#!/usr/bin/env python3
"""Trains the tagger and dependency parser in src/syntax, and exports it.

    pip install jax numpy
    python tools/train_parser.py train --data DIR --work DIR [--epochs 16] [--banks EWT,GUM]
    python tools/train_parser.py export --data DIR --work DIR --out src/syntax --fixture tests/data/parser.conllu

DIR of --data holds ud-train.conllu.gz and ud-dev.conllu.gz. A checkpoint is kept in --work after each epoch, and a run
that was cut goes on from it. The seed is fixed.

The network: a word is the sum of its own vector (for words seen at least twice), the projected mean of the static
vectors of its WordPieces (src/syntax/wordpiece), and vectors of its hashed prefixes, suffixes and shape. Two layers of
bidirectional LSTMs whose input gate is one minus the forget gate. Fine tags (XPOS) are read off the first layer, and
their probabilities go into the second; from the second come the coarse tag (UPOS), the head (biaffine: Dozat and
Manning 2017) and the relation (one hidden layer over head and dependent: Kiperwasser and Goldberg 2016).
"""

import argparse
import gzip
import json
import os
import pickle
import re
import struct
import sys
import time

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=true intra_op_parallelism_threads=2")
import jax
import jax.numpy as jnp
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
STATIC = os.path.join(HERE, "..", "src", "core", "wordpiece")
SEED = 29
DIMS, HIDDEN, TAG_DIMS, ARC, REL = 128, 160, 32, 128, 96
BUCKETS = 8192
SLOTS = 8
STATIC_DIMS = 128
# Brings the static vectors near the size of the others; src/syntax/model.rs has it too.
STATIC_SCALE = 4.0
LENGTHS = [4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 64, 100]
BATCH_WORDS = 1200
RATE, CLIP = 2.5e-3, 5.0

# ---------------------------------------------------------------- words (the same as src/syntax/words.rs)

PLAIN = {"``": '"', "''": '"', "-lrb-": "(", "-rrb-": ")", "-lsb-": "[", "-rsb-": "]", "-lcb-": "{", "-rcb-": "}"}
PICTOGRAPH = re.compile("[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]")
QUOTES = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"'})


def normal(word):
    """A word with plain quotation marks and brackets, and a smiley for an emoji."""
    if PICTOGRAPH.match(word):
        return ":)"
    word = PLAIN.get(word.lower(), word)
    return word.translate(QUOTES)


def fnv(kind, text):
    """FNV-1a, 32 bits, of a kind's byte and a text."""
    h = 0x811C9DC5
    for byte in bytes([kind]) + text.encode("utf-8"):
        h = ((h ^ byte) * 0x01000193) & 0xFFFFFFFF
    return h % BUCKETS


def lower(word):
    """Lower case, character by character."""
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in word)


def shape(word):
    """Runs of capitals, small letters, digits and others: X, x, d, and the character itself."""
    out = []
    for c in word[:24]:
        if c.isdigit() and c.isascii():
            s = "d"
        elif c.isalpha() and lower(c) != c:
            s = "X"
        elif c.isalpha():
            s = "x"
        else:
            s = c
        if not out or out[-1] != s or len(out) == 1:
            out.append(s)
    return "".join(out)


def affixes(word):
    """Buckets of the prefixes of 1 to 3 characters, the suffixes of 1 to 4, and the shape."""
    small = lower(word)
    out = [fnv(n, small[:n]) for n in (1, 2, 3)]
    out += [fnv(10 + n, small[-n:]) for n in (1, 2, 3, 4)]
    return out + [fnv(20, shape(word))]


class Static:
    """Mean vectors of WordPieces, as src/syntax/wordpiece finds them."""

    def __init__(self):
        with open(os.path.join(STATIC, "static-128d.safetensors"), "rb") as file:
            size = struct.unpack("<Q", file.read(8))[0]
            header, data = json.loads(file.read(size)), file.read()
        part = lambda name, kind: np.frombuffer(data[slice(*header[name]["data_offsets"])], kind)
        rows = part("embedding", np.int8).reshape(header["embedding"]["shape"]).astype(np.float32)
        self.rows = rows * part("scale", np.float32)[:, None]
        with open(os.path.join(STATIC, "static-128d.vocab.txt"), encoding="utf-8") as file:
            self.ids = {line.rstrip("\n"): i for i, line in enumerate(file)}

    def pieces(self, text):
        import unicodedata
        text = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)).lower()
        words, word = [], ""
        for c in text:
            if c.isspace() or unicodedata.category(c).startswith("C"):
                if c.isspace():
                    words, word = words + [word], ""
            elif unicodedata.category(c).startswith("P") or (c.isascii() and not c.isalnum()):
                words, word = words + [word, c], ""
            else:
                word += c
        out = []
        for word in words + [word]:
            ids, start = [], 0
            while 0 <= start < len(word):
                for end in range(len(word), start, -1):
                    found = self.ids.get(("##" if start else "") + word[start:end])
                    if found is not None:
                        ids.append(found)
                        start = end
                        break
                else:
                    ids, start = [], -1
            out += ids
        return out

    def of(self, word):
        ids = self.pieces(word)
        return self.rows[ids].mean(0) * STATIC_SCALE if ids else np.zeros(STATIC_DIMS, np.float32)


# ---------------------------------------------------------------- data


def read(path, banks=None):
    """Sentences as lists of (form, upos, xpos, head, relation); `genre` of each."""
    out, rows, genre, bank = [], [], "", ""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            line = line.rstrip("\n")
            if line.startswith("# bank = "):
                genre = line[9:]
                bank = genre.split()[0]
            elif not line:
                if rows and (banks is None or bank in banks):
                    out.append((genre, rows))
                rows = []
            elif line[0] != "#":
                cells = line.split("\t")
                if cells[0].isdigit():
                    rows.append((cells[1], cells[3], cells[4], int(cells[6]), cells[7]))
    return out


class Vocabulary:
    def __init__(self, sentences):
        count, fine, upos, rels = {}, {}, {}, {}
        for _, rows in sentences:
            for form, u, x, _, r in rows:
                small = lower(normal(form))
                count[small] = count.get(small, 0) + 1
                fine[x], upos[u], rels[r] = fine.get(x, 0) + 1, upos.get(u, 0) + 1, rels.get(r, 0) + 1
        self.words = sorted(word for word, n in count.items() if n >= 2)
        self.ids = {word: i + 1 for i, word in enumerate(self.words)}
        self.counts = np.array([0] + [count[word] for word in self.words], np.float32)
        # Rare fine tags are one.
        self.fine = sorted(tag for tag, n in fine.items() if n >= 20)
        self.upos, self.rels = sorted(upos), sorted(rels)
        index = lambda names: {name: i for i, name in enumerate(names)}
        self.fine_ids, self.upos_ids, self.rel_ids = index(self.fine), index(self.upos), index(self.rels)
        self.static, self.static_ids, self.static_rows = Static(), {}, []
        self.known = {}

    def word(self, form):
        found = self.known.get(form)
        if found is None:
            word = normal(form)
            small = lower(word)
            row = self.static_ids.get(small)
            if row is None:
                row = self.static_ids[small] = len(self.static_rows)
                self.static_rows.append(self.static.of(word))
            found = self.known[form] = (self.ids.get(small, 0), row, affixes(word))
        return found


def batches(sentences, vocabulary, rng=None):
    """Batches of sentences of like length; shuffled, and varied a little, where there is an `rng`."""
    groups = {length: [] for length in LENGTHS}
    for number, (_, rows) in enumerate(sentences):
        if rng is not None and len(rows) > LENGTHS[-1]:
            continue
        if rng is not None:
            rows = varied(rows, rng)
        length = next((l for l in LENGTHS if l >= len(rows)), None)
        groups.setdefault(length or len(rows), []).append((number, rows))
    out = []
    for length, group in groups.items():
        size = max(1, BATCH_WORDS // length)
        if rng is not None:
            rng.shuffle(group)
        for at in range(0, len(group), size):
            out.append(batch(group[at:at + size], size, length, vocabulary))
    if rng is not None:
        rng.shuffle(out)
    return out


def varied(rows, rng):
    """A sentence in capitals, in small letters or without its last mark, now and then."""
    chance = rng.random()
    if chance < 0.02:
        return [(form.upper(), *rest) for form, *rest in rows]
    if chance < 0.06:
        return [(form.lower(), *rest) for form, *rest in rows]
    last = len(rows)
    if chance < 0.12 and last > 2 and rows[-1][1] == "PUNCT" and not any(row[3] == last for row in rows):
        return rows[:-1]
    return rows


def batch(group, size, length, v):
    shape = (size, length)
    out = {key: np.zeros(shape, np.int32) for key in ("word", "static", "fine", "upos", "head", "rel")}
    out["affix"] = np.zeros((*shape, SLOTS), np.int32)
    out["mask"] = np.zeros(shape, np.float32)
    out["count"] = np.zeros(shape, np.float32)
    out["fine_mask"] = np.zeros(shape, np.float32)
    numbers = np.full(size, -1)
    for i, (number, rows) in enumerate(group):
        numbers[i] = number
        for j, (form, u, x, head, rel) in enumerate(rows):
            word, static, affix = v.word(form)
            out["word"][i, j], out["static"][i, j], out["affix"][i, j] = word, static, affix
            out["count"][i, j] = v.counts[word]
            out["fine"][i, j], out["fine_mask"][i, j] = v.fine_ids.get(x, 0), x in v.fine_ids
            out["upos"][i, j], out["rel"][i, j] = v.upos_ids[u], v.rel_ids.get(rel, 0)
            out["head"][i, j] = head  # 0 is the root
            out["mask"][i, j] = 1
    return numbers, out


# ---------------------------------------------------------------- network


@jax.custom_vjp
def recurrent(w, z, mask):
    return run(w, z, mask)[0]


def run(w, z, mask):
    """Over time: z (T, B, 3H) are the inputs to the gates, mask (T, B, 1)."""
    hidden = w.shape[0]
    start = jnp.zeros((z.shape[1], hidden))

    def step(state, now):
        h, c = state
        z, m = now
        pre = z + h @ w
        f = jax.nn.sigmoid(pre[:, :hidden])
        g = jnp.tanh(pre[:, hidden:2 * hidden])
        o = jax.nn.sigmoid(pre[:, 2 * hidden:])
        new = m * (f * c + (1 - f) * g)
        t = jnp.tanh(new)
        out = m * o * t
        return (out, new), (out, h, c, f, g, o, t)

    _, kept = jax.lax.scan(step, (start, start), (z, mask))
    return kept[0], kept


def run_forward(w, z, mask):
    out, kept = run(w, z, mask)
    return out, (w, mask, kept[1:])


def run_backward(saved, d_out):
    w, mask, (h, c, f, g, o, t) = saved
    start = jnp.zeros_like(h[0])
    turned = w.T

    def step(state, now):
        dh, dc = state
        d_out, m, c, f, g, o, t = now
        dh = (dh + d_out) * m
        d_o = dh * t * o * (1 - o)
        dc = (dc + dh * o * (1 - t * t)) * m
        d_f = dc * (c - g) * f * (1 - f)
        d_g = dc * (1 - f) * (1 - g * g)
        pre = jnp.concatenate([d_f, d_g, d_o], 1)
        return (pre @ turned, dc * f), pre

    _, dz = jax.lax.scan(step, (start, start), (d_out, mask, c, f, g, o, t), reverse=True)
    dw = jnp.einsum("tbh,tbk->hk", h, dz)
    return dw, dz, jnp.zeros_like(mask)


recurrent.defvjp(run_forward, run_backward)


def parameters(v):
    rng = np.random.default_rng(SEED)
    glorot = lambda i, o: (rng.standard_normal((i, o)) * np.sqrt(2.0 / (i + o))).astype(np.float32)

    def orthogonal(n):
        return np.concatenate([np.linalg.qr(rng.standard_normal((n, n)))[0] for _ in range(3)], 1).astype(np.float32)

    gates = np.zeros(3 * HIDDEN, np.float32)
    gates[:HIDDEN] = 1.0
    p = {
        "word": (rng.standard_normal((len(v.words) + 1, DIMS)) * 0.1).astype(np.float32),
        "affix": (rng.standard_normal((BUCKETS, DIMS)) * 0.1).astype(np.float32),
        "static": glorot(STATIC_DIMS, DIMS),
        "fine": glorot(2 * HIDDEN, len(v.fine)), "fine_b": np.zeros(len(v.fine), np.float32),
        "fine_in": glorot(len(v.fine), TAG_DIMS),
        "upos": glorot(2 * HIDDEN, len(v.upos)), "upos_b": np.zeros(len(v.upos), np.float32),
        "arc_d": glorot(2 * HIDDEN, ARC), "arc_d_b": np.zeros(ARC, np.float32),
        "arc_h": glorot(2 * HIDDEN, ARC), "arc_h_b": np.zeros(ARC, np.float32),
        "arc": np.zeros((ARC, ARC), np.float32), "arc_b": np.zeros(ARC, np.float32),
        "rel_d": glorot(2 * HIDDEN, REL), "rel_h": glorot(2 * HIDDEN, REL), "rel_b": np.zeros(REL, np.float32),
        "rel": glorot(REL, len(v.rels)), "rel_o": np.zeros(len(v.rels), np.float32),
        "root": (rng.standard_normal(2 * HIDDEN) * 0.1).astype(np.float32),
    }
    for layer, size in ((1, DIMS), (2, 2 * HIDDEN + TAG_DIMS)):
        for way in ("f", "b"):
            p[f"in{layer}{way}"] = np.concatenate([glorot(size, HIDDEN) for _ in range(3)], 1)
            p[f"re{layer}{way}"] = orthogonal(HIDDEN)
            p[f"bi{layer}{way}"] = gates.copy()
    return p


def both_ways(p, layer, x, mask):
    """x (T, B, D) through a layer."""
    back = jnp.flip(x, 0)
    f = recurrent(p[f"re{layer}f"], x @ p[f"in{layer}f"] + p[f"bi{layer}f"], mask)
    b = recurrent(p[f"re{layer}b"], back @ p[f"in{layer}b"] + p[f"bi{layer}b"], jnp.flip(mask, 0))
    return jnp.concatenate([f, jnp.flip(b, 0)], -1)


def drop(key, x, rate, steady=False):
    """Dropout; `steady`: one mask for all times."""
    if key is None:
        return x
    shape = (1, *x.shape[1:]) if steady else x.shape
    return x * jax.random.bernoulli(key, 1 - rate, shape) / (1 - rate)


def scores(p, table, data, key):
    keys = [None] * 10 if key is None else list(jax.random.split(key, 10))
    turn = lambda name: jnp.swapaxes(data[name], 0, 1)
    word, mask = turn("word"), turn("mask")[..., None]
    if key is not None:
        count = turn("count")
        word = jnp.where(jax.random.uniform(keys[0], word.shape) < 0.3 / (0.3 + count), 0, word)
    static = table[turn("static")]
    affix = p["affix"][turn("affix")].sum(2)
    if key is not None:
        static = static * jax.random.bernoulli(keys[1], 0.9, static.shape[:2])[..., None]
    x = p["word"][word] + static @ p["static"] + affix
    x = drop(keys[2], x, 0.2)
    h = both_ways(p, 1, x, mask)
    fine = drop(keys[3], h, 0.2) @ p["fine"] + p["fine_b"]
    y = jnp.concatenate([drop(keys[4], h, 0.3, True), jax.nn.softmax(fine) @ p["fine_in"]], -1)
    h = both_ways(p, 2, y, mask)
    h = drop(keys[5], h, 0.3, True)
    upos = h @ p["upos"] + p["upos_b"]
    root = jnp.broadcast_to(p["root"], (1, *h.shape[1:]))
    heads = jnp.concatenate([root, h], 0)
    arc_d = drop(keys[6], jax.nn.relu(h @ p["arc_d"] + p["arc_d_b"]), 0.25, True)
    arc_h = drop(keys[7], jax.nn.relu(heads @ p["arc_h"] + p["arc_h_b"]), 0.25, True)
    arcs = jnp.einsum("tbk,sbk->bts", arc_d @ p["arc"] + p["arc_b"], arc_h)
    open_ = jnp.concatenate([jnp.ones_like(data["mask"][:, :1]), data["mask"]], 1)
    arcs = arcs - 1e4 * (1 - open_)[:, None, :]
    self_ = jnp.eye(h.shape[0], h.shape[0] + 1, 1)
    arcs = arcs - 1e4 * self_[None]
    rel_d, rel_h = h @ p["rel_d"] + p["rel_b"], heads @ p["rel_h"]
    turn = lambda x: jnp.swapaxes(x, 0, 1)
    return turn(fine), turn(upos), arcs, turn(rel_d), turn(rel_h), keys[8]


def relations(p, rel_d, rel_h, head, key):
    chosen = jnp.take_along_axis(rel_h, head[..., None], 1)
    return drop(key, jax.nn.relu(rel_d + chosen), 0.25) @ p["rel"] + p["rel_o"]


def loss(p, table, data, key):
    fine, upos, arcs, rel_d, rel_h, last = scores(p, table, data, key)
    rel = relations(p, rel_d, rel_h, data["head"], last)
    total = data["mask"].sum()

    def cross(logits, gold, mask):
        picked = jnp.take_along_axis(jax.nn.log_softmax(logits), gold[..., None], -1)[..., 0]
        return -(picked * mask).sum() / total

    m = data["mask"]
    return cross(arcs, data["head"], m) + cross(rel, data["rel"], m) + 0.5 * cross(upos, data["upos"], m) + \
        0.5 * cross(fine, data["fine"], m * data["fine_mask"])


@jax.jit
def update(p, m, v, table, data, key, rate, step):
    value, grad = jax.value_and_grad(loss)(p, table, data, key)
    norm = jnp.sqrt(sum((g * g).sum() for g in jax.tree.leaves(grad)))
    grad = jax.tree.map(lambda g: g * jnp.minimum(1, CLIP / (norm + 1e-6)), grad)
    b1, b2 = 0.9, 0.98
    m = jax.tree.map(lambda m, g: b1 * m + (1 - b1) * g, m, grad)
    v = jax.tree.map(lambda v, g: b2 * v + (1 - b2) * g * g, v, grad)
    scale = rate * jnp.sqrt(1 - b2 ** step) / (1 - b1 ** step)
    p = jax.tree.map(lambda p, m, v: p - scale * m / (jnp.sqrt(v) + 1e-8), p, m, v)
    return p, m, v, value


@jax.jit
def predict(p, table, data):
    fine, upos, arcs, rel_d, rel_h, _ = scores(p, table, data, None)
    head = arcs.argmax(-1)
    return fine.argmax(-1), upos.argmax(-1), head, relations(p, rel_d, rel_h, head, None).argmax(-1)


def measure(p, table, dev, n=None):
    sums = np.zeros(5)
    for _, data in dev[:n]:
        fine, upos, head, rel = (np.asarray(x) for x in predict(p, table, data))
        m = data["mask"] > 0
        right = (head == data["head"]) & m
        sums += [m.sum(), (m & (fine == data["fine"])).sum(), (m & (upos == data["upos"])).sum(), right.sum(),
                 (right & (rel == data["rel"])).sum()]
    return dict(zip(("fine", "upos", "uas", "las"), (100 * sums[1:] / sums[0]).round(2).tolist()))


def load(args):
    train = read(os.path.join(args.data, "ud-train.conllu.gz"), args.banks.split(","))
    dev = read(os.path.join(args.data, "ud-dev.conllu.gz"))
    v = Vocabulary(train)
    for rows in (rows for part in (train, dev) for _, rows in part):
        for row in rows:
            v.word(row[0])
    return train, dev, v


def train(args):
    os.makedirs(args.work, exist_ok=True)
    jax.config.update("jax_compilation_cache_dir", os.path.join(args.work, "compiled"))
    sentences, dev, v = load(args)
    print(f"{len(sentences)} sentences, {len(v.words)} words, {len(v.fine)} fine tags, {len(v.rels)} relations", flush=True)
    kept = os.path.join(args.work, "checkpoint.pickle")
    if os.path.exists(kept):
        with open(kept, "rb") as file:
            epoch, p, m, u, step = pickle.load(file)
    else:
        p = jax.tree.map(jnp.asarray, parameters(v))
        m, u, epoch, step = jax.tree.map(jnp.zeros_like, p), jax.tree.map(jnp.zeros_like, p), 0, 0
    banks = ["", *sorted({genre.split()[0] for genre, _ in dev})]
    dev = {bank or "all": batches([one for one in dev if one[0].startswith(bank)], v) for bank in banks}
    began = time.time()
    while epoch < args.epochs:
        rng = np.random.default_rng(SEED * 1000 + epoch)
        work = batches(sentences, v, rng)
        # Small letters of what was seen in capitals only may have been added; one size, so that nothing is compiled again.
        table = np.zeros((-(-(len(v.static_rows) + 500) // 1000) * 1000, STATIC_DIMS), np.float32)
        table[:len(v.static_rows)] = np.stack(v.static_rows)
        table = jnp.asarray(table)
        total, at = args.epochs * len(work), time.time()
        losses = []
        for number, (_, data) in enumerate(work):
            step += 1
            done = min(1.0, (epoch * len(work) + number) / total)
            rate = RATE * min(1.0, step / 300) * (0.5 + 0.5 * np.cos(np.pi * done))
            key = jax.random.fold_in(jax.random.PRNGKey(SEED), step)
            p, m, u, value = update(p, m, u, table, data, key, rate, float(step))
            losses.append(value)
            if number % 50 == 0:
                print(f"  {epoch} {number}/{len(work)} loss {float(value):.3f} {time.time() - at:.0f} s", flush=True)
        epoch += 1
        with open(kept + ".new", "wb") as file:
            pickle.dump((epoch, *jax.tree.map(np.asarray, (p, m, u)), step), file)
        os.replace(kept + ".new", kept)
        print(f"epoch {epoch} loss {float(jnp.mean(jnp.stack(losses))):.3f} "
              f"{({bank: measure(p, table, some) for bank, some in dev.items()})} "
              f"{time.time() - at:.0f} s, {time.time() - began:.0f} s in all", flush=True)


# ---------------------------------------------------------------- export

SAMPLES = """
The company said on Monday that it had been acquired by its largest rival for $ 3.5 billion .
She did n't know who had taken the letters that were left on John 's desk .
" We are not going to wait , " he told reporters , adding that talks would go on in Geneva .
Police arrested two men and a woman after a shop was robbed in Leeds last night .
What he really wants is to be left alone with his books , his dog and a cup of tea .
Having lost three games in a row , the team gave up on the title .
there is a problem with the new version , which crashes whenever i open a file
THE MINISTER RESIGNED YESTERDAY
Both the mayor , Anna Smith , and her deputy denied the claims made by the newspaper .
Hello !
Rain is expected in the north ; the south will stay dry until Thursday , forecasters say .
The book that I gave him to read was written by a teacher from a small town near Boston .
""".strip().split("\n")


def quantise(rows):
    """int8 and a scale for each row."""
    rows = np.asarray(rows, np.float32)
    scale = np.maximum(np.abs(rows).max(-1), 1e-12) / 127
    return np.rint(rows / scale[:, None]).astype(np.int8), scale.astype(np.float32)


def is_tree(heads, rels):
    """Whether heads, 0 for the root, make a tree with one root, which alone is called so."""
    if list(heads).count(0) != 1 or any((head == 0) != (rel == "root") for head, rel in zip(heads, rels)):
        return False
    for at in range(1, len(heads) + 1):
        steps = 0
        while at and steps <= len(heads):
            at, steps = heads[at - 1], steps + 1
        if at:
            return False
    return True


def export(args):
    sentences, dev, v = load(args)
    with open(os.path.join(args.work, "checkpoint.pickle"), "rb") as file:
        epoch, p, *_ = pickle.load(file)
    out, back = {}, dict(p)

    def keep(name, rows, bias=None):
        """Rows of a table, or those of a linear map, one a dimension of its output."""
        whole, scale = quantise(rows)
        out[name], out[f"{name}.scale"] = whole, scale
        if bias is not None:
            out[f"{name}.bias"] = np.asarray(bias, np.float32)
        return whole * scale[:, None]

    none = lambda rows: np.zeros(len(rows), np.float32)
    # What was quantised is put back, so that the fixture and the figures are those of the exported network.
    back["word"], back["affix"] = keep("word", p["word"]), keep("affix", p["affix"])

    def linear(name, weight, bias=None):
        weight = np.asarray(weight).T
        return keep(name, weight, none(weight) if bias is None else bias).T

    back["static"] = linear("static", p["static"])
    states = 2 * HIDDEN
    for way in "fb":
        back[f"in1{way}"] = linear(f"in1{way}", p[f"in1{way}"], p[f"bi1{way}"])
        upper = linear(f"in2{way}", p[f"in2{way}"][:states], p[f"bi2{way}"])
        linear(f"tag2{way}", p["fine_in"] @ p[f"in2{way}"][states:])
        back[f"in2{way}"] = np.concatenate([upper, p[f"in2{way}"][states:]])
        for layer in (1, 2):
            back[f"re{layer}{way}"] = linear(f"re{layer}{way}", p[f"re{layer}{way}"])
    back["fine"], back["upos"] = linear("fine", p["fine"], p["fine_b"]), linear("upos", p["upos"], p["upos_b"])
    back["arc_d"], back["arc_h"] = linear("arc_d", p["arc_d"], p["arc_d_b"]), linear("arc_h", p["arc_h"], p["arc_h_b"])
    back["arc"] = linear("arc", p["arc"], p["arc_b"])
    back["rel_d"], back["rel_h"] = linear("rel_d", p["rel_d"], p["rel_b"]), linear("rel_h", p["rel_h"])
    back["rel"] = linear("rel", p["rel"], p["rel_o"])
    out["root_arc"] = np.maximum(p["root"] @ p["arc_h"] + p["arc_h_b"], 0).astype(np.float32)
    out["root_rel"] = (p["root"] @ p["rel_h"]).astype(np.float32)

    header, data = {"__metadata__": {"upos": " ".join(v.upos), "relations": " ".join(v.rels)}}, b""
    # Wide numbers first, so that all are aligned.
    for name in sorted(out, key=lambda name: (out[name].dtype == np.int8, name)):
        kind = "I8" if out[name].dtype == np.int8 else "F32"
        more = out[name].tobytes()
        header[name] = {"dtype": kind, "shape": list(out[name].shape), "data_offsets": [len(data), len(data) + len(more)]}
        data += more
    header = json.dumps(header, separators=(",", ":")).encode()
    header += b" " * (-len(header) % 8)
    with open(os.path.join(args.out, "model.safetensors"), "wb") as file:
        file.write(struct.pack("<Q", len(header)) + header + data)
    with open(os.path.join(args.out, "model.words.txt"), "w", encoding="utf-8") as file:
        file.write("".join(word + "\n" for word in v.words))
    print(f"{epoch} epochs, {len(header) + len(data)} bytes")

    samples = [("", [(word, v.upos[0], v.fine[0], 0, "root") for word in line.split()]) for line in SAMPLES]
    work = batches(samples, v)
    table = jnp.asarray(np.stack(v.static_rows))
    dev = batches(dev, v)
    print("as trained", measure(p, table, dev), "quantised", measure(back, table, dev))
    trees = {}
    for numbers, data in work:
        _, upos, head, rel = (np.asarray(x) for x in predict(back, table, data))
        for i, number in enumerate(numbers):
            trees[number] = (upos[i], head[i], rel[i])
    with open(args.fixture, "w", encoding="utf-8") as file:
        for number, (_, rows) in enumerate(samples):
            upos, head, rel = trees[number]
            # Here each word has its best head; the program looks for the best tree, which is the same where they make one.
            if not is_tree(head[:len(rows)], [v.rels[r] for r in rel]):
                continue
            for j, row in enumerate(rows):
                file.write(f"{j + 1}\t{row[0]}\t_\t{v.upos[upos[j]]}\t_\t_\t{head[j]}\t{v.rels[rel[j]]}\t_\t_\n")
            file.write("\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["train", "export"])
    parser.add_argument("--data", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--epochs", type=int, default=16)
    parser.add_argument("--banks", default="EWT,GUM")
    parser.add_argument("--out")
    parser.add_argument("--fixture")
    args = parser.parse_args()
    (train if args.what == "train" else export)(args)


if __name__ == "__main__":
    sys.exit(main())
