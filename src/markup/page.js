'use strict';
// Joins the pieces of a text (.m), labels (.l), and what names labels (data-to: caps, steps, metrics, changes).
(() => {
  const all = (selector, within = document) => within.querySelectorAll(selector);
  const names = element => (element.dataset.to || '').split(' ').filter(Boolean);
  const ranges = text => (text || '').split(' ').filter(Boolean).map(range => range.split('-').map(Number));
  const key = label => label.id.slice(0, -label.dataset.l.length - 1);
  // The side and the number of a piece: its anchor ends with them.
  const place = piece => /-([sa])(\d+)$/.exec(piece.id).slice(1);
  const covers = (label, [side, number]) =>
    ranges(label.dataset[side]).some(([first, last]) => first <= number && number <= last);
  const pieces = (label, side) => ranges(label.dataset[side]).flatMap(([first, last]) => {
    const found = [];
    for (let number = first; number <= last; number += 1) {
      const piece = document.getElementById(`${key(label)}-${side}${number}`);
      if (piece) found.push(piece);
    }
    return found;
  });

  /** The labels that an element speaks of. */
  const labelsOf = element => {
    const evidence = element.closest('.evidence');
    if (!evidence) return [];
    if (element.matches('.l')) return [element];
    const labels = [...all('.l', evidence)];
    if (element.matches('.m')) return labels.filter(label => covers(label, place(element)));
    const wanted = new Set(names(element));
    return labels.filter(label => wanted.has(label.dataset.l));
  };

  let lit = [];
  let pinned = null;
  const light = element => {
    lit.forEach(one => one.classList.remove('lit'));
    lit = [];
    if (!element || !element.isConnected) return;
    const labels = labelsOf(element);
    const add = one => { one.classList.add('lit'); lit.push(one); };
    if (element.matches('.m')) add(element);
    for (const label of labels) {
      add(label);
      pieces(label, 's').forEach(add);
      pieces(label, 'a').forEach(add);
    }
    if (element.matches('.metric')) return;
    const named = new Set(labels.map(label => label.dataset.l));
    const evidence = element.closest('.evidence');
    if (evidence) {
      all('tr[data-to], li[data-to]', evidence).forEach(one => names(one).some(name => named.has(name)) && add(one));
    }
  };
  const pin = element => { pinned = element; light(element); };

  const unfold = element => {
    for (let one = element.closest('details'); one; one = one.parentElement.closest('details')) one.open = true;
  };
  /** Scrolls a text so that a piece is seen, and nothing else. */
  const reveal = piece => {
    const box = piece && piece.closest('.text');
    if (!box) return;
    const [inner, outer] = [piece.getBoundingClientRect(), box.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      box.scrollTop += inner.top - outer.top - outer.height / 3;
    }
  };
  const show = label => {
    pin(label);
    reveal(pieces(label, 's')[0]);
    reveal(pieces(label, 'a')[0]);
  };
  const goTo = label => {
    unfold(label);
    label.focus({ preventScroll: true });
    label.scrollIntoView({ block: 'nearest' });
    show(label);
  };

  const kind = event => event.target.closest && event.target.closest('.m, .l, tr[data-to], li[data-to], .metric > summary');
  const meant = element => (element && element.matches('summary') ? element.parentElement : element);
  document.addEventListener('mouseover', event => light(meant(kind(event)) || pinned));
  document.addEventListener('focusin', event => {
    const element = meant(kind(event));
    if (element) light(element);
  });
  document.addEventListener('focusout', () => light(pinned));

  document.addEventListener('click', event => {
    const link = event.target.closest('a');
    const target = link && document.getElementById(link.hash.slice(1));
    if (target && target.matches('.l')) {
      event.preventDefault();
      if (link.matches('.m')) {
        goTo(target);
        pin(link);
      } else {
        goTo(target);
      }
      return;
    }
    if (target && target.matches('.m')) {
      event.preventDefault();
      pin(link.closest('.l') || target);
      reveal(target);
      target.focus({ preventScroll: true });
      target.scrollIntoView({ block: 'nearest' });
      return;
    }
    const element = kind(event);
    if (element && element.matches('.l')) show(element);
    else if (element && element.matches('[data-to]')) pin(element);
    else if (!link && !element) pin(null);
  });

  const step = (element, selector, within, by) => {
    const row = [...all(selector, within)];
    const next = row[row.indexOf(element) + by];
    if (next) {
      unfold(next);
      next.focus();
    }
    return Boolean(next);
  };
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const element = event.target;
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    let done = false;
    if (event.key === 'Escape') {
      pin(null);
      if (element.matches('.m')) element.closest('.text').focus();
      done = true;
    } else if (element.matches('.m') && by && event.key.match(/Left|Right/)) {
      done = step(element, '.m', element.closest('.text'), by);
    } else if (element.matches('.l') && by && event.key.match(/Up|Down/)) {
      done = step(element, '.l', element.closest('.evidence'), by);
    } else if (element.matches('.l') && event.key === 'Enter') {
      show(element);
      done = true;
    } else if (element.matches('.text') && event.key === 'Enter') {
      const first = [...all('.m', element)].find(one => one.getBoundingClientRect().bottom > element.getBoundingClientRect().top);
      if (first) first.focus();
      done = Boolean(first);
    }
    if (done) event.preventDefault();
  });

  // One stop of the Tab key a text: Enter goes to its pieces, arrows from one to the next.
  all('.m').forEach(piece => { piece.tabIndex = -1; });

  const index = () => {
    const cases = [...all('main > .case')];
    if (cases.length < 2) return;
    const nav = document.getElementById('index');
    const choice = document.createElement('select');
    const decisions = [...new Set(cases.map(one => one.dataset.decision))].sort();
    const count = decision => cases.filter(one => one.dataset.decision === decision).length;
    const option = (value, text) => choice.append(new Option(text, value));
    option('', `all ${cases.length} cases`);
    decisions.forEach(decision => option(decision, `${decision || 'undecided'} (${count(decision)})`));
    const label = document.createElement('label');
    label.append('Show', choice);
    const list = document.createElement('ul');
    const rows = cases.map(one => {
      const row = document.createElement('li');
      const link = document.createElement('a');
      link.href = `#${one.id}`;
      link.textContent = one.querySelector('h2 > bdi').textContent;
      const decision = document.createElement('span');
      decision.className = 'dim';
      decision.textContent = ` ${one.dataset.decision}`;
      row.append(link, decision);
      return row;
    });
    list.append(...rows);
    choice.addEventListener('change', () => cases.forEach((one, at) => {
      const hidden = choice.value !== '' && one.dataset.decision !== choice.value;
      one.hidden = hidden;
      rows[at].hidden = hidden;
    }));
    nav.append(label, list);
    nav.hidden = false;
  };
  index();

  const arrive = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target) return;
    unfold(target);
    target.scrollIntoView();
    if (target.matches('.m, .l')) pin(target);
  };
  addEventListener('hashchange', arrive);
  arrive();

  // On paper everything is open.
  let shut = [];
  addEventListener('beforeprint', () => {
    shut = [...all('details:not([open])')];
    shut.forEach(one => { one.open = true; });
  });
  addEventListener('afterprint', () => shut.forEach(one => { one.open = false; }));
})();
