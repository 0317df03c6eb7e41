import type { StandingWords } from "./standing-words.ts";

/** In English. */
export const en: StandingWords = {
  asks: {
    needs_hour: (words) => `At what time (“${words}”)?`,
    unclear_half: (words) => `Which time do you mean by “${words}”?`,
    passed: (words) => `That time has already passed today (“${words}”). When should I do it?`,
    over: (words) => `That time has already passed (“${words}”). When should I do it?`,
    unclear_day: (words) => `On which day exactly (“${words}”)?`,
    vague: (words) =>
      `When exactly (“${words}”)? Say, for example, “in 20 minutes” or “tomorrow at 9am”.`,
    no_time: (words) =>
      `When (“${words}”)? Say, for example, “in 20 minutes” or “tomorrow at 9am”.`,
    unread: (words) =>
      `I did not quite understand when (“${words}”), so I scheduled nothing. Say just the time again, for example “every Friday at 6pm”.`,
    too_often: (words) => `I can repeat something at most once a minute (“${words}”). How often?`,
    ends_before: (words) => `That would end before it begins (“${words}”). Until when?`,
    in_text: (words) =>
      `Is “${words}” when I should do it, or part of the text? For the text, put a colon before it.`,
    of_text: (words) =>
      `“${words}” is when it takes place. When should I remind you? Say, for example, “today at 8pm” or “tomorrow at 8am”.`,
    condition: (words) => `I do not know how to wait for that (“${words}”), so I did nothing.`,
    combined: (words) =>
      `I cannot combine a condition and a time in one request yet (“${words}”). Ask for one at a time.`,
  },
  remindOfWhat: "Remind you of what?",
  tellOfWhat: "Tell you what? Say, for example, “remind me to call the dentist”.",
  whatToDo: (what, when) =>
    `I understood when (${when}), but not what to do: “${what}”. I scheduled nothing; please say it another way.`,
  lacks: (what) => `I need one more thing to schedule it: ${what} Please ask again and include it.`,
  cannotWatch: (what) => `I do not know how to watch “${what}”, so I did nothing.`,
  alreadyTrue: (value) => `That is already true: ${value}. What would you like?`,
  statement: (what, when) => `It happened: ${what} – ${when}.`,
  nowOption: "tell me now and stop",
  nextTimeOption: "wait for the next time",
  whereToTell:
    "Where should I tell you? I cannot reach you here later (“regente telegram link me” links your chat).",
  confirm: (what, when, until, effects, isOnce) =>
    `Are you sure? “${what}”: ${when}${until === "" ? "" : `, until ${until}`}. ${isOnce ? "It will do this" : "Each time it will do this"}:\n${effects}`,
  eachTime: (effects) => `Each time: ${effects}.`,
  itsResult: "the result",
  asksEachTime: "Before each deletion I will ask you again.",
  made: (what, when) => `Scheduled: “${what}”, ${when}.`,
  watching: (what, when, often) =>
    `All right: I will tell you when ${what} ${when}. I check every ${often}.`,
  band: (percent) => `I will tell you again only after it moves back by ${percent}%.`,
  next: (instants) => `Next times: ${instants}.`,
  ifLate: {
    do: "If it is late, I will still do it.",
    skip: "If it is late, I will skip it.",
  },
  skips: (days) => `Holidays are skipped: ${days}.`,
  ends: (until, byDefault) =>
    byDefault ? `It ends on ${until}, unless you say otherwise.` : `It ends on ${until}.`,
  toldAt: {
    here: "I will tell you here.",
    telegram: "I will tell you on Telegram.",
    inbox: "I will put it in the list (regente schedules, GET /v1/schedules/ticks).",
  },
  zone: (zone) => `Time zone: ${zone}.`,
  howToUndo: "“undo” cancels it.",
  stale: "I only have sample data for that now; I will tell you once I have real data.",
  tooMany: (most) => `You already have ${most} schedules, which is the limit. Cancel one first.`,
  reminder: (text) => `Reminder: ${text}`,
  reminderLate: (text, time) => `Late reminder (it was for ${time}): ${text}`,
  late: (time, answer) => `(Late; it was for ${time}.)\n${answer}`,
  watched: (what, condition, value) => `It happened: ${what} – ${condition}. Now: ${value}.`,
  skipped: {
    missed: (what, time, count) =>
      count > 1
        ? `I did not do “${what}” ${count} times since ${time}, because the service was down.`
        : `I did not do “${what}” at ${time}, because the service was down.`,
    overlap: (what, time) =>
      `I skipped “${what}” at ${time}, because the previous one was still running.`,
    rights: (what, time) => `I skipped “${what}” at ${time}: the permission is no longer valid.`,
    changed: (what, time) =>
      `I skipped “${what}” at ${time}: the service has changed since you asked.`,
    question_open: (what, time) =>
      `I skipped “${what}” at ${time}, because another question was open.`,
    condition: (what, time) => `I did not do “${what}” at ${time}: the condition was not true.`,
    unseen: (what, time) => `I skipped “${what}” at ${time}: I could not check the condition.`,
    no_data: (what) =>
      `I could not check “${what}” for a day: the service does not answer. I will keep checking.`,
    paused: (what, time, count) =>
      count > 1
        ? `I did not do “${what}” ${count} times since ${time}: it was paused.`
        : `I did not do “${what}” at ${time}: it was paused.`,
    holiday: (what, time) => `I skipped “${what}” at ${time}, because it was a holiday.`,
    ended: (what) => `It ended without happening: “${what}”.`,
    quota: (what, time) =>
      `I did not do “${what}” at ${time}: the model's limit is used up. I will try again next time.`,
    unknown: (what, time) => `I do not know what happened to “${what}” at ${time}.`,
  },
  paused: {
    asked: (what) => `I paused “${what}”.`,
    failures: (what, count) =>
      `I paused “${what}” after ${count} failures in a row. “resume” tries again.`,
    changed: (what, detail) =>
      `I paused “${what}”, because what it uses has changed (${detail}). Cancel it and ask again if you still want it.`,
    rights: (what) => `I paused “${what}”: your permission is no longer valid.`,
    unreadable: (what) => `I paused “${what}”: I can no longer run that request.`,
  },
  noneStanding: "Nothing is scheduled.",
  list: (count) => (count === 1 ? "One request is scheduled:" : `${count} requests are scheduled:`),
  item: (place, what, when, next, state) =>
    `${place}. “${what}” – ${when}${next === "" ? "" : ` – ${next}`}${state === "" ? "" : ` (${state})`}`,
  until: (time) => `until ${time}`,
  isPaused: (until) => (until === "" ? "paused" : `paused until ${until}`),
  stopped: (until) => (until === "" ? "It is paused." : `It is paused until ${until}.`),
  nextAt: (time) => `next: ${time}`,
  whichOne: "Which one?",
  notFound: "I found nothing scheduled like that.",
  isOver: {
    done: (what, when) => `“${what}” (${when}) has ended.`,
    cancelled: (what, when) => `“${what}” (${when}) was cancelled.`,
  },
  stays: (what, when) => `All right, “${what}” stays as it is (${when}).`,
  cancelled: (what, when) => `Cancelled: “${what}” (${when}).`,
  pausedNow: (what, until) =>
    until === ""
      ? `Paused: “${what}”. “resume” continues it.`
      : `Paused until ${until}: “${what}”.`,
  resumed: (what, next, when) =>
    `Resumed: “${what}”${when === "" ? "" : ` (${when})`}.${next === "" ? "" : ` Next: ${next}.`}`,
  postponed: (what, time) => `I postponed “${what}” to ${time}.`,
  done: (what) => `All right: “${what}”, done.`,
  cancelAgain: (what) => `I undid that a moment ago. Should I cancel “${what}” again?`,
  allOf: {
    cancel: (count, lines) =>
      `${count === 1 ? "Cancel this schedule?" : `Cancel these ${count} schedules?`}\n${lines}`,
    pause: (count, lines) =>
      `${count === 1 ? "Pause this schedule?" : `Pause these ${count} schedules?`}\n${lines}`,
  },
  andMore: (count) => `and ${count} more`,
  restore: (what) => `I undid that a moment ago. Should I put “${what}” back?`,
  postponeHow: "Postpone it by how much? Say, for example, “snooze 10 minutes”.",
  changed: (what, when) => `Changed “${what}”: ${when}.`,
  changeHow:
    "What should I change it to? Say, for example, “change it to 10am” or “change it to 45”.",
  waitsForNext: (value) =>
    `That is already true (${value}); I will tell you the next time it happens.`,
  undone: (what) => `Undone: “${what}” is no longer scheduled.`,
  undoneBack: (what, when) => `Undone: “${what}” is as it was before: ${when}.`,
  putBack: (what, when) => `Put back: “${what}”, ${when}.`,
  whyNothing: "No schedule has fired or been skipped so far.",
  ticks: {
    fired: (what, time) => `“${what}” ran on ${time}.`,
    late: (what, time) => `“${what}” ran late; it was for ${time}.`,
    partial: (what, time) => `“${what}” ran on ${time}, but only in part.`,
    failed: (what, time) => `“${what}” failed on ${time}.`,
    running: (what, time) => `“${what}” from ${time} is running.`,
  },
  notDelivered: (channel) => `I have not been able to deliver it yet (${channel}).`,
  neverDue: (what, next) =>
    `“${what}” was not due yet${next === "" ? "" : `; the next time is ${next}`}.`,
  notYet: (what, condition, last) =>
    `“${what}” has not happened yet: ${condition}.${last === "" ? "" : ` Last value: ${last}.`}`,
  unseenSince: {
    failed: (time) => `The service has not answered since ${time}; I will keep checking.`,
    stale: (time) => `There has been no new value since ${time}; the market may be closed.`,
    sample: (time) => `Since ${time} there has only been sample data, which does not count.`,
    source: (time) => `The source of the value changed at ${time}; the next one counts.`,
  },
  wasLast: "This was the last time.",
  notByInstruction: "I only schedule what the person asks for, so I scheduled nothing.",
  changedMeanwhile: "That request has changed in the meantime; please try again.",
  notThere: (what, domain) => `I could not do “${what}”: the service ${domain} is not available.`,
  telegram: "on Telegram",
  notLinked: (name, typed) =>
    `I do not know “${name}”, so I scheduled nothing. To link a chat, run “regente telegram link ${typed}” and pass the code on to the person. Should I tell you instead?`,
  notSentTo: (name) =>
    `That would not reach “${name}”, so I scheduled nothing (say “... and send it to ${name}”). Should I tell you instead?`,
  toMe: "to me",
  holiday: (what, when, day) =>
    `“${what}” is ${when}, and ${day} was a holiday, so it did not run.`,
  notItsDay: (what, when, day) => `“${what}” is ${when}, and ${day} is not one of its days.`,
  inbox: "in the list of notices (regente schedules, GET /v1/schedules/ticks)",
};
