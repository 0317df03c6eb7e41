import type { StandingWords } from "./standing-words.ts";

/** In English. */
export const en: StandingWords = {
  asks: {
    needs_hour: (words) => `At what time (“${words}”)?`,
    unclear_half: (words) => `Which time do you mean by “${words}”?`,
    passed: (words) => `That time has passed today (“${words}”). When instead?`,
    over: (words) => `That time has already passed (“${words}”). When shall I do it?`,
    unclear_day: (words) => `On which day exactly (“${words}”)?`,
    vague: (words) =>
      `When exactly (“${words}”)? Say, for example, “in 20 minutes” or “tomorrow at 9am”.`,
    no_time: (words) =>
      `When (“${words}”)? Say, for example, “in 20 minutes” or “tomorrow at 9am”.`,
    unread: (words) =>
      `I did not quite get when (“${words}”), so I scheduled nothing. Say only the time again, for example “every Friday at 6pm”.`,
    too_often: (words) => `I repeat something once a minute at most (“${words}”). How often?`,
    ends_before: (words) => `That would end before it begins (“${words}”). Until when?`,
    in_text: (words) =>
      `Is “${words}” when I shall do it, or part of the text? For the text, put a colon before it.`,
    of_text: (words) =>
      `“${words}” is when it takes place. When shall I remind you? Say, for example, “today at 8pm” or “tomorrow at 8am”.`,
    condition: (words) => `I do not know how to wait for that (“${words}”), so I did nothing.`,
    combined: (words) =>
      `I do not join a condition and a time in one request yet (“${words}”). Ask for one at a time.`,
  },
  remindOfWhat: "Remind you of what?",
  tellOfWhat: "Tell you what? Say, for example, “remind me to call the dentist”.",
  whatToDo: (what, when) =>
    `I got when (${when}), but not what to do: “${what}”. I scheduled nothing; please put it another way.`,
  lacks: (what) => `One thing is missing to schedule it: ${what} Please ask again and say it.`,
  cannotWatch: (what) => `I do not know how to watch “${what}”, so I did nothing.`,
  alreadyTrue: (value) => `That is true already: ${value}. What would you like?`,
  statement: (what, when) => `It happened: ${what} – ${when}.`,
  nowOption: "tell me now and be done",
  nextTimeOption: "wait for the next time",
  whereToTell:
    "Where shall I tell you? I cannot reach you here later (“regente telegram link me” links your chat).",
  confirm: (what, when, until, effects, isOnce) =>
    `Are you sure? “${what}”: ${when}${until === "" ? "" : `, until ${until}`}. ${isOnce ? "It does this" : "Each time it does this"}:\n${effects}`,
  eachTime: (effects) => `Each time: ${effects}.`,
  itsResult: "the result",
  asksEachTime: "What deletes something I ask about again each time.",
  made: (what, when) => `Agreed: “${what}”, ${when}.`,
  watching: (what, when, often) =>
    `Agreed: I will tell you when ${what} ${when}. I look every ${often}.`,
  band: (percent) => `I will tell you again only after it goes back by ${percent}%.`,
  next: (instants) => `Next times: ${instants}.`,
  ifLate: {
    do: "If its time has passed, I do it all the same.",
    skip: "If its time has passed, I leave it out.",
  },
  skips: (days) => `Holidays are left out: ${days}.`,
  ends: (until, byDefault) =>
    byDefault ? `It ends on ${until}, unless you say otherwise.` : `It ends on ${until}.`,
  toldAt: {
    here: "I will tell you here.",
    telegram: "I will tell you on Telegram.",
    inbox: "I will put it in the list (regente schedules, GET /v1/schedules/ticks).",
  },
  zone: (zone) => `Time zone: ${zone}.`,
  howToUndo: "“undo” cancels it.",
  stale: "I only have sample data for that now; I will tell you once there are real data.",
  tooMany: (most) => `You have ${most} schedules already, which is the most. Cancel one first.`,
  reminder: (text) => `Reminder: ${text}`,
  reminderLate: (text, time) => `A late reminder, it was for ${time}: ${text}`,
  late: (time, answer) => `(Late; it was for ${time}.)\n${answer}`,
  watched: (what, condition, value) => `It happened: ${what} – ${condition}. Now: ${value}.`,
  skipped: {
    missed: (what, time, count) =>
      count > 1
        ? `I did not do “${what}” ${count} times since ${time}, because the service was down.`
        : `I did not do “${what}” of ${time}, because the service was down.`,
    overlap: (what, time) =>
      `I left out “${what}” of ${time}, because the one before was still under way.`,
    rights: (what, time) =>
      `I left out “${what}” of ${time}: the permission is not valid any more.`,
    changed: (what, time) =>
      `I left out “${what}” of ${time}: the service has changed since you asked.`,
    question_open: (what, time) =>
      `I left out “${what}” of ${time}, because another question was open.`,
    condition: (what, time) => `I did not do “${what}” of ${time}: the condition was not true.`,
    unseen: (what, time) =>
      `I left out “${what}” of ${time}: I could not see whether the condition was true.`,
    no_data: (what) =>
      `I have not been able to look at “${what}” for a day: the service does not answer. I keep looking.`,
    paused: (what, time, count) =>
      count > 1
        ? `I did not do “${what}” ${count} times since ${time}: it was paused.`
        : `I did not do “${what}” of ${time}: it was paused.`,
    holiday: (what, time) => `I left out “${what}” of ${time}, which was a holiday.`,
    ended: (what) => `It ended without happening: “${what}”.`,
    quota: (what, time) =>
      `I did not do “${what}” of ${time}: the limit for the model is used up. I try again the next time.`,
    unknown: (what, time) => `I do not know what became of “${what}” of ${time}.`,
  },
  paused: {
    asked: (what) => `I paused “${what}”.`,
    failures: (what, count) =>
      `I paused “${what}” after ${count} failures in a row. “resume” tries again.`,
    changed: (what, detail) =>
      `I paused “${what}”, because what it uses has changed (${detail}). Cancel it and ask again if you still want it.`,
    rights: (what) => `I paused “${what}”: the permission you had is not valid any more.`,
    unreadable: (what) =>
      `I paused “${what}”: I do not know how to carry that request out any more.`,
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
    done: (what, when) => `“${what}” (${when}) is over.`,
    cancelled: (what, when) => `“${what}” (${when}) was cancelled.`,
  },
  stays: (what, when) => `All right, “${what}” stays as it is (${when}).`,
  cancelled: (what, when) => `Cancelled: “${what}” (${when}).`,
  pausedNow: (what, until) =>
    until === "" ? `Paused: “${what}”. “resume” goes on.` : `Paused until ${until}: “${what}”.`,
  resumed: (what, next, when) =>
    `Resumed: “${what}”${when === "" ? "" : ` (${when})`}.${next === "" ? "" : ` Next: ${next}.`}`,
  postponed: (what, time) => `I put “${what}” off to ${time}.`,
  done: (what) => `All right: “${what}”, done.`,
  cancelAgain: (what) => `I undid that a moment ago. Shall I cancel “${what}” again?`,
  allOf: {
    cancel: (count, lines) => `Cancel these ${count} schedules?\n${lines}`,
    pause: (count, lines) => `Pause these ${count} schedules?\n${lines}`,
  },
  andMore: (count) => `and ${count} more`,
  restore: (what) => `I undid that a moment ago. Shall I put “${what}” back?`,
  postponeHow: "Put it off for how long? Say, for example, “snooze 10 minutes”.",
  changed: (what, when) => `Changed “${what}”: ${when}.`,
  changeHow:
    "Change it to when, or to how much? Say, for example, “change it to 10am” or “change it to 45”.",
  waitsForNext: (value) => `That is true already (${value}); I will tell you the next time.`,
  undone: (what) => `Undone: “${what}” is not scheduled any more.`,
  undoneBack: (what, when) => `Undone: “${what}” is as it was before: ${when}.`,
  putBack: (what, when) => `Put back: “${what}”, ${when}.`,
  whyNothing: "Nothing that is scheduled has fired or been left out so far.",
  ticks: {
    fired: (what, time) => `“${what}” ran on ${time}.`,
    late: (what, time) => `“${what}” ran late; it was for ${time}.`,
    partial: (what, time) => `“${what}” ran on ${time}, but only in part.`,
    failed: (what, time) => `“${what}” failed on ${time}.`,
    running: (what, time) => `“${what}” of ${time} is under way.`,
  },
  notDelivered: (channel) => `I have not been able to deliver it yet (${channel}).`,
  neverDue: (what, next) =>
    `“${what}” was not due yet${next === "" ? "" : `; the next time is ${next}`}.`,
  notYet: (what, condition, last) =>
    `“${what}” has not happened yet: ${condition}.${last === "" ? "" : ` Last value: ${last}.`}`,
  unseenSince: {
    failed: (time) => `The service has not answered since ${time}; I keep looking.`,
    stale: (time) => `There has been no new value since ${time}; the market may be closed.`,
    sample: (time) => `Since ${time} there are sample data only, which do not count.`,
    source: (time) => `The source of the value changed at ${time}; the next one counts.`,
  },
  wasLast: "This was the last time.",
  notByInstruction: "I only schedule what the person asks for, so I scheduled nothing.",
  changedMeanwhile: "That request has changed meanwhile; please try again.",
  notThere: (what, domain) => `I could not do “${what}”: the service ${domain} is not available.`,
  telegram: "on Telegram",
  notLinked: (name, typed) =>
    `I do not know “${name}”, so I scheduled nothing. To link a chat, run “regente telegram link ${typed}” and pass the code on to the person. Shall I tell you instead?`,
  notSentTo: (name) =>
    `Said like that it does not get to “${name}”, so I scheduled nothing (say “... and send it to ${name}”). Shall I tell you instead?`,
  toMe: "to me",
  holiday: (what, when, day) =>
    `“${what}” is ${when}, and ${day} was a holiday, so it did not run.`,
  notItsDay: (what, when, day) => `“${what}” is ${when}, and ${day} was not a day for it.`,
  inbox: "in the list of what was told (regente schedules, GET /v1/schedules/ticks)",
};
