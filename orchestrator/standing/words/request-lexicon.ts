import type { Locale } from "#shared/contracts/names.ts";
import { crossed, type Phrases, phrasesOf } from "./phrases.ts";

/** What begins a request in which text of the person's own may stand, by what becomes of that text. */
export type RequestLexicon = {
  /** "me lembra": what follows is told at its time. `remindJoints` stand between. */
  readonly remind: Phrases;
  /** The same before a joint: "lembra *de* ...", "lembra amanhã às 6h *do* treino". */
  readonly remindBare: Phrases;
  readonly remindJoints: Phrases;
  /** Says what for by itself: "me acorda às 6". */
  readonly wake: Phrases;
  /** "me avisa" alone: told what was seen, or where nothing was watched, asked of what. */
  readonly tellMe: Phrases;
  /** "que", "that": a statement follows, and its times are its own. */
  readonly that: Phrases;
  /** "a prova *é* amanhã às 9": the time is that of the thing. */
  readonly isAt: Phrases;
  /** What follows is written down as it stands. */
  readonly keep: Phrases;
  /** What follows one of these is text, wherever it stands: "dizendo", "com o texto". */
  readonly saying: Phrases;
  /** What follows, behind where or to whom, is sent. */
  readonly send: Phrases;
  /** The same, with whom right behind it: "text mom". */
  readonly sendTo: Phrases;
  readonly via: Phrases;
  readonly toWhom: Phrases;
  /** What a request names begins with one of these, text that is sent seldom does. */
  readonly naming: Phrases;
  /** A question that begins so is about a time, and asks for nothing then. */
  readonly asking: Phrases;
  /** What is looked for may name a time: behind one of `soughtBy`. */
  readonly seek: Phrases;
  readonly soughtBy: Phrases;
};

/** Ways to say "call my attention", at a time or on a condition: they remind, and they tell. */
const PT_CALLS = [
  crossed(
    "me",
    "cutuca, cutuque, cutucar, chamar, lembrar, grita, grite, gritar, berra, berre, apita, apite, sinaliza, sinalize, sopra, sopre, cobra, cobre, chama, chame, da um toque, de um toque, da um alo, de um alo, da um grito, de um grito, da um salve, da um cutucao, da uma cutucada, da um sinal, de um sinal, da um aviso, de um aviso, da um lembrete, da um alerta, da um bip, da um ping, da um psiu, faz um sinal",
  ),
  crossed(
    "quero, queria, preciso, precisava, gostaria de, preciso de, quero receber, gostaria de receber, bota, coloca, poe, cria, crie, marca, programa, agenda, faz, deixa",
    "um aviso, um alerta, um alarme",
  ),
  crossed(
    "quero ser, queria ser, preciso ser, precisava ser, gostaria de ser, tenho que ser, tenho de ser",
    "avisado, avisada, alertado, alertada, notificado, notificada, chamado, chamada, cutucado, cutucada",
  ),
].join(",");
const EN_CALLS = [
  crossed(
    "nudge, ping, buzz, prod, poke, bug, pester, nag, alert, notify, warn, chase, hassle, holler at, shout at, bother, beep, ring, chivvy",
    "me, us",
  ),
  crossed(
    "give me, give us, drop me, drop us, send me, gie me, get me, shoot me",
    "a shout, a nudge, a ping, a buzz, a holler, a poke, a prod, a heads up, a headsup, a kick, a bell, a yell, an alert, a notification, a wee nudge, a wee shout, a quick nudge, a quick shout, a quick ping, a gentle nudge, a little nudge, a gentle reminder, a wee reminder, a quick reminder, a little reminder, a warning",
  ),
  crossed(
    "i want to be, i need to be, i should be, i would like to be, i have to be",
    "reminded, alerted, notified, nudged, told",
  ),
  "hit me up, hit us up, holler, nudge, need reminding, i need reminding, i will need reminding, set an alarm, set me an alarm, set an alert, give us a reminder",
].join(",");

const PT: RequestLexicon = {
  remind: phrasesOf(
    PT_CALLS,
    "me alembra, me alembre, alembra eu, alembra me, me relembra, me relembre, relembre me, recorda me, recorde me, me recordar, lembrar me, recordar me, quero lembrar, preciso lembrar, preciso me lembrar, preciso ser lembrado, preciso ser lembrada, precisava ser lembrado, precisava ser lembrada, gostaria de ser lembrado, gostaria de ser lembrada, tenho que ser lembrado, tenho que ser lembrada, me bota um lembrete, me coloca um lembrete, me poe um lembrete, deixa um lembrete, deixe um lembrete, gostaria de um lembrete",
    "me lembra, lembra eu, lembre eu, lembra a gente, lembre a gente, nao esquece de me lembrar, nao esqueca de me lembrar, nao deixa de me lembrar, nao deixe de me lembrar, me lembre, lembra me, lembre me, me lembrar, me lembrem, pode me lembrar, me recorda, me recorde, cria um lembrete, crie um lembrete, criar um lembrete, criar lembrete, cria lembrete, coloca um lembrete, coloque um lembrete, bota um lembrete, poe um lembrete, agenda um lembrete, agende um lembrete, agendar lembrete, marca um lembrete, marque um lembrete, programa um lembrete, faz um lembrete, faca um lembrete, novo lembrete, quero um lembrete, lembrete, me acorda, me acorde, me desperta, me desperte, me chama, me chame, quero ser lembrado, quero ser lembrada, preciso de um lembrete, queria um lembrete, nao me deixa esquecer, nao me deixe esquecer, nao deixa eu esquecer",
  ),
  remindBare: phrasesOf("lembra, lembre"),
  wake: phrasesOf("me acorda, me acorde, me desperta, me desperte"),
  remindJoints: phrasesOf(
    "a respeito de, a respeito do, a respeito da, acerca de, acerca do, acerca da, quanto ao, referente a, referente ao, de que, de, do, da, dos, das, que, para, para o, para a, sobre, sobre o, sobre a, que eu tenho que, que eu preciso, que tenho que, que preciso, para eu, pra eu, para me lembrar de",
  ),
  tellMe: phrasesOf(
    PT_CALLS,
    "quero saber na hora, quero saber logo, quero saber assim que, gostaria de saber, preciso saber, me deixa saber, me deixe saber, da um toque, da um alo, da um grito, avisa nos, nos avisa, nos avise, me mantenha informado, me mantem informada, me mantenha informada",
    "me avisa, me avise, avisa me, avise me, avisa, avise, me avisar, me fala, me fale, me diz, me diga, me conta, me conte, me notifica, me notifique, notifica me, notifique me, me alerta, me alerte, me da um toque, me da um alo, me manda um aviso, me manda uma mensagem, me manda um alerta, quero saber, quero ser avisado, quero ser avisada, fica de olho, me informa, me informe, cria um alerta, crie um alerta, criar um alerta, cria um aviso, me mantem informado, pode me avisar, gostaria de ser avisado, manda um aviso, manda um alerta, me manda aviso, me chama, me chame",
  ),
  that: phrasesOf("que, de que, porque, por que"),
  isAt: phrasesOf(
    "sera, vai ser, comeca, comecam, fica para, ficou para, esta marcado para, esta marcada para, marcado para, marcada para, agendado para, agendada para, vence, vencem, sai, chega, abre, fecha, termina, acaba, parte, embarca, vai comecar, foi marcado para, foi marcada para, esta marcado, esta marcada, marcado, marcada",
  ),
  keep: phrasesOf(
    "anota, anote, anotar, anota ai, toma nota, tome nota, escreve, escreva, registra, registre, salva nota, salva a nota, salva uma nota, salve uma nota, cria nota, cria uma nota, crie uma nota, criar nota, criar uma nota, nova nota, faz uma nota, faca uma nota, adiciona uma nota, adiciona nota, guarda que, guarda uma nota, guarda a nota, salva que, salva ai que",
  ),
  saying: phrasesOf(
    "dizendo, falando, avisando, contando, com o texto, com a mensagem, com a frase, que diz, que diga, escrito, com o titulo, com titulo, chamado, chamada, intitulado, intitulada, com o nome",
  ),
  send: phrasesOf(
    "manda mensagem, manda uma mensagem, manda recado, manda um recado, manda um oi, mande uma mensagem, mande mensagem, manda, mande, mandar, envia mensagem, envia uma mensagem, envia, envie, enviar, avisa, avise, fala, fale, diz, diga, conta, conte, escreve, responde, responda, posta, poste",
  ),
  sendTo: phrasesOf(""),
  toWhom: phrasesOf("para, ao"),
  via: phrasesOf("no, na, pelo, pela, por, via, para o, para a, para, ao, a"),
  naming: phrasesOf(
    "a, o, as, os, um, uma, meu, minha, meus, minhas, esse, essa, este, esta, isso, isto, ele, ela, tudo, todos, todas, quanto, qual, quais, como",
  ),
  asking: phrasesOf(
    "qual, quais, quanto, quanta, quantos, quantas, quando, onde, quem, o que, como, tenho, tem, eu tenho, voce tem, ha, existe, que horas, que dia, sera que",
  ),
  seek: phrasesOf(
    "procura, procure, procurar, busca, busque, buscar, pesquisa, pesquise, pesquisar, acha, ache, encontra, encontre",
  ),
  soughtBy: phrasesOf("para, para a, para o, de, da, do, sobre, com, em, na, no, marquei, anotei"),
};

const EN: RequestLexicon = {
  remind: phrasesOf(
    EN_CALLS,
    "remind us, mind me, give me a reminder, set us a reminder, i should be reminded, i want reminding, set something up so i get reminded, make sure i remember, make sure i am reminded, do not let us forget",
    "remind me, dont forget to remind me, do not forget to remind me, please remind me, set a reminder, set reminder, create a reminder, add a reminder, make a reminder, schedule a reminder, give me a reminder, i need a reminder, i want a reminder, new reminder, reminder, wake me up, wake me, can you remind me, could you remind me, do not let me forget, put a reminder, set me a reminder, set up a reminder",
  ),
  remindBare: phrasesOf("remind"),
  wake: phrasesOf("wake me up, wake me"),
  remindJoints: phrasesOf(
    "regarding, concerning, as regards, with regard to, to, that, about, of, for, that i have to, that i need to, that i should, about the, for me to, to the, saying",
  ),
  tellMe: phrasesOf(
    EN_CALLS,
    "tell us, let us know, say to me, i would like to know, i would like to hear, i want to hear, i would like to hear from you, i want to hear from you, i need to know, let me hear, give me word, keep me informed, keep us posted",
    "tell me, let me know, notify me, alert me, ping me, warn me, message me, give me a heads up, inform me, send me an alert, send me a message, send me a notification, i want to know, keep me posted, text me, watch, set an alert, create an alert, set up an alert, add an alert, please tell me, please let me know, send me a heads up, heads up, headsup, shout",
  ),
  that: phrasesOf("that, because"),
  isAt: phrasesOf(
    "is, are, will be, starts, begins, leaves, departs, arrives, opens, closes, ends, is due, are due, due, expires, is scheduled for, scheduled for, is booked for, booked for, is set for, is planned for, takes place, is happening, lands, boards",
  ),
  keep: phrasesOf(
    "note, note down, take a note, make a note, jot down, jot, write down, write, save a note, save note, save the note, add a note, add note, create a note, create note, new note, write a note, put down, save that",
  ),
  saying: phrasesOf(
    "saying, that says, that reads, which says, with the text, with the message, titled, called, named, entitled, with the title, reading",
  ),
  send: phrasesOf(
    "send a message, send message, send a text, send a note, send, text, message, post, tell, let, write, reply, notify, inform",
  ),
  sendTo: phrasesOf("text, message, dm, tell"),
  toWhom: phrasesOf("to"),
  via: phrasesOf("on, via, by, through, over, in, to"),
  naming: phrasesOf(
    "the, a, an, my, this, that, these, those, it, me, them, all, what, how, which, top",
  ),
  asking: phrasesOf(
    "what, which, when, where, who, how, do i have, have i, is there, are there, am i, did i, was there, is it, does it, will it",
  ),
  seek: phrasesOf("search, search for, find, look for, look up, search my, look in"),
  soughtBy: phrasesOf("for, about, of, on, with, from, in"),
};

export const REQUEST_LEXICONS: Readonly<Record<Locale, RequestLexicon>> = { "pt-BR": PT, en: EN };
