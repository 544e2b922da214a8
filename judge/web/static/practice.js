// Answering a sheet in the browser: each question is asked by buttons, its ruling explains it, and what was missed comes
// back when it is about to be forgotten (FSRS). Kept in this browser alone; without this file the sheet is read.
import { createEmptyCard, fsrs, generatorParameters, Rating } from "./vendor/ts-fsrs.js";

const KEY = "judge-practice", MOST = 300, DAY = 86_400_000;
const scheduler = fsrs(generatorParameters({ enable_fuzz: false }));
const list = document.querySelector("[data-questions]"), due = document.querySelector("[data-due]");
const score = document.querySelector("[data-score]"), template = document.querySelector("[data-template]");

const read = () => { try { return JSON.parse(localStorage.getItem(KEY)) || {}; } catch { return {}; } };
const write = (kept) => {
  const rows = Object.entries(kept).sort((one, other) => other[1].seen - one[1].seen).slice(0, MOST);
  try { localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(rows))); } catch { /* private mode */ }
};
const revived = (card) => ({ ...card, due: new Date(card.due), last_review: card.last_review && new Date(card.last_review) });

let right = 0, answered = 0;

function grade(question, good) {
  const kept = read(), now = new Date();
  const before = kept[question.id] ? revived(kept[question.id].card) : createEmptyCard(now);
  const { card } = scheduler.next(before, now, good ? Rating.Good : Rating.Again);
  kept[question.id] = { card, question, seen: now.getTime() };
  write(kept);
  return card;
}

function when(card) {
  const days = Math.round((card.due - Date.now()) / DAY);
  return days < 1 ? "It comes back today." : `It comes back in ${days} ${days === 1 ? "day" : "days"}.`;
}

function ask(item, question) {
  const choices = item.querySelector(".choices"), details = item.querySelector("details");
  choices.replaceChildren(...question.choices.map((choice, place) => {
    const row = document.createElement("li"), button = document.createElement("button");
    button.type = "button";
    button.textContent = choice;
    button.addEventListener("click", () => answer(place, button));
    row.append(button);
    return row;
  }));
  details.hidden = true;
  const told = document.createElement("p");
  told.setAttribute("role", "status");
  details.before(told);
  function answer(place) {
    const good = place === question.answer;
    answered += 1;
    right += good ? 1 : 0;
    const card = grade(question, good);
    [...choices.querySelectorAll("button")].forEach((button, at) => {
      button.disabled = true;
      if (at === question.answer) button.classList.add("right");
      else if (at === place) button.classList.add("wrong");
    });
    told.textContent = `${good ? "Right" : `No: ${question.choices[question.answer]}`}. ${when(card)}`;
    told.className = good ? "note" : "note bad";
    details.hidden = false;
    details.open = !good;
    if (score) score.textContent = `${right} of ${answered} right.`;
    tellDue();
  }
}

function built(question) {
  const item = template.content.firstElementChild.cloneNode(true);
  item.querySelector("p").textContent = `${question.happens}. ${question.players.join(", ")}.`;
  item.querySelector("h2").textContent = question.asks;
  item.querySelector(".texts").replaceChildren(...question.cards.map((card) => {
    const box = document.createElement("div"), name = document.createElement("span"), text = document.createElement("blockquote");
    box.className = "ability";
    name.className = "name";
    name.textContent = card.name;
    text.textContent = card.text.replace(/<[^<>]{1,8}>|\[\[|\]\]/g, "");
    box.append(name, ` ${card.whose}`, text);
    return box;
  }));
  item.querySelector(".told").textContent = `${question.choices[question.answer]}. ${question.why}`;
  item.querySelector(".quotes").replaceChildren(...question.rules.map((rule) => {
    const quote = document.createElement("blockquote"), said = document.createElement("p"), link = document.createElement("a");
    quote.className = "quote";
    link.href = rule.address;
    link.textContent = rule.headword;
    said.textContent = `“${rule.quote.replaceAll("“", "‘").replaceAll("”", "’")}”`;
    quote.append(said, link);
    return quote;
  }));
  const link = item.querySelector("a.rule-link");
  if (question.ruling) link.href = question.ruling; else link.remove();
  return item;
}

function dueNow() {
  return Object.values(read()).filter((one) => new Date(one.card.due) <= new Date() && one.question);
}

function tellDue() {
  const some = dueNow();
  due.hidden = !some.length;
  due.querySelector("p").textContent = `${some.length} ${some.length === 1 ? "question is" : "questions are"} due again.`;
}

due.querySelector("button").addEventListener("click", () => {
  let place = list;
  if (!place) {
    place = document.createElement("ol");
    place.className = "questions";
    due.after(place);
  }
  place.replaceChildren(...dueNow().map(({ question }) => {
    const item = built(question);
    ask(item, question);
    return item;
  }));
  due.hidden = true;
  place.querySelector("button")?.focus();
});

for (const item of list?.children ?? []) ask(item, JSON.parse(item.dataset.question));
tellDue();
