import type { Locale } from "#shared/contracts/names.ts";
import { crossed, type Phrases, phrasesOf } from "../words/phrases.ts";

/** What people say to and about their standing requests, by what it does. */
export type CommandLexicon = {
  /** "me manda": what follows is to be told, which a standing request does by itself. */
  readonly sendMe: Phrases;
  readonly list: Phrases;
  /** A question made of these words alone, one of them a name of what stands, is for the list. */
  readonly listWords: ReadonlySet<string>;
  readonly listNouns: ReadonlySet<string>;
  /** "quando é a próxima?": about what was made or changed last. */
  readonly next: Phrases;
  /** A text of these words alone, one of them a mark, asks for it as well: "quando é o próximo lembrete?" */
  readonly nextWords: ReadonlySet<string>;
  readonly nextMarks: ReadonlySet<string>;
  /** "o da missa *ainda está de pé*?", "*ainda está valendo* o da missa?": whether one still stands. */
  readonly still: { readonly before: Phrases; readonly behind: Phrases };
  /** "lista os dois": for the list, where there are so many. */
  readonly listThem: readonly (readonly [count: number | undefined, Phrases])[];
  /** A whole clause that lets go of what was spoken of last: "pode parar". */
  readonly cancelAlone: Phrases;
  /** Before nothing but a length of time: "me dá mais 5 min". */
  readonly more: Phrases;
  /** The same, of what has just rung: "me lembra daqui a 10 minutos". */
  readonly againIn: Phrases;
  /** "agora não": what has rung is put off. */
  readonly later: Phrases;
  /** What someone answers whom a reminder has reached: "já tomei". */
  readonly done: Phrases;
  /** "o que sobrou?": for the list, where something was said about it before. */
  readonly left: Phrases;
  /** May stand before and behind a command. `leadsApart`: only with a pause behind it. */
  readonly leads: Phrases;
  readonly leadsApart: Phrases;
  readonly trails: ReadonlySet<string>;
  /** Behind a pause: until it is said. */
  readonly openEnds: Phrases;
  /** "isso", "that": what was spoken of last. */
  readonly pointing: ReadonlySet<string>;
  readonly cancel: Phrases;
  readonly pause: Phrases;
  readonly resume: Phrases;
  readonly postpone: Phrases;
  readonly change: Phrases;
  readonly show: Phrases;
  /** "lembrete", "schedule": what a command is about. */
  readonly nouns: Phrases;
  /** Those of `nouns` that only mean what tells at a time, and those that only mean what waits for a value. */
  readonly reminders: Phrases;
  readonly watches: Phrases;
  /** "o das 9": without a noun. */
  readonly theOne: Phrases;
  readonly all: Phrases;
  /** "os dois", "the pair of them": the two that there are. */
  readonly both: Phrases;
  /** A verb and what belongs to it behind what it is about: "*turn* the cat one *back on*". */
  readonly around: readonly (readonly ["cancel" | "pause" | "resume", Phrases, Phrases])[];
  /** Before what it is changed to. */
  readonly into: Phrases;
  readonly byAmount: Phrases;
  readonly last: Phrases;
};

const PT: CommandLexicon = {
  sendMe: phrasesOf(
    "me manda, me mande, manda me, mande me, manda, mande, me envia, me envie, envia, envie, me passa, me passe, me diz, me diga, me avisa, me avise, me conta, me fala, me fale, quero receber, quero saber",
  ),
  list: phrasesOf(
    crossed(
      crossed("o que, o que e que, em que, no que, em que e que", "voce, tu"),
      "esta de olho, esta de olho para mim, esta olhando, esta olhando para mim, anda olhando",
    ),
    "o que esta agendado, o que tenho agendado, o que eu tenho agendado, o que tem agendado, o que temos agendado, o que ha agendado, o que voce tem agendado, o que ta agendado, quais os meus lembretes, quais sao os meus lembretes, quais sao meus lembretes, quais meus lembretes, quais lembretes eu tenho, quais lembretes tenho, meus lembretes, meus agendamentos, meus alertas, meus avisos, lista meus lembretes, lista os lembretes, lista os meus lembretes, liste meus lembretes, listar lembretes, lista de lembretes, mostra meus lembretes, mostra os lembretes, mostra os meus lembretes, mostre meus lembretes, mostrar meus lembretes, ver meus lembretes, ver lembretes, lembretes, agendamentos, quais sao meus agendamentos, quais os meus agendamentos, quais sao os meus agendamentos, quais meus agendamentos, quais agendamentos eu tenho, lista meus agendamentos, lista os agendamentos, lista os meus agendamentos, listar agendamentos, mostra meus agendamentos, mostra os agendamentos, mostra os meus agendamentos, ver agendamentos, ver meus agendamentos, quais sao meus alertas, quais os meus alertas, quais sao os meus alertas, lista meus alertas, lista os alertas, lista os meus alertas, mostra meus alertas, mostra os alertas, mostra os meus alertas, listar alertas, tenho algum lembrete, tenho algum agendamento, tem algum lembrete, tem algo agendado, tem alguma coisa agendada, o que voce vai me lembrar, o que voce esta observando, o que voce esta vigiando, o que esta programado, o que tenho programado, quais tarefas estao agendadas, mostra o que esta agendado, mostra o que tenho agendado, me mostra o que esta agendado, me mostra meus lembretes, me mostra os lembretes, me mostra meus agendamentos, me mostra os agendamentos, me mostra meus alertas, tenho algo marcado, tem algo marcado, tem alguma coisa marcada, o que eu tenho marcado, o que tenho marcado, o que vem por ai, o que vem, o que voce esta acompanhando, o que voce esta monitorando, o que voce esta olhando, o que voce tem para me lembrar",
  ),
  cancel: phrasesOf(
    "mata, mate, descarta, descarte, ignora, ignore, retira, retire, suprime, suprima, elimina, elimine, encerrar, desligar, desativar, dispensar, largar, larga mao de, deixa para la o, deixa para la a, deixa para la esse, deixa para la essa, deixa quieto o, deixa quieto a, deixa quieto esse, deixa quieto essa, deixa de lado o, deixa de lado a, deixa de lado esse, esquece aquela, some com, da fim em, da fim no, da fim na, acaba com, corta, corte, limpa, nao precisa mais do, nao precisa mais da, nao precisa mais de",
    "cancela, cancele, cancelar, apaga, apague, apagar, remove, remova, remover, exclui, exclua, excluir, tira, tire, desmarca, desmarque, desmarcar, deleta, delete, encerra, encerre, para com, pare com, nao me manda mais, nao me mande mais, nao me avisa mais, nao me avise mais, nao me lembra mais, nao me lembre mais, nao quero mais, desliga, desligue, desativa, desative, larga, esquece o, esquece a, esquece esse, esquece essa, esquece aquele, nao preciso mais, dispensa, dispense",
  ),
  pause: phrasesOf(
    "para com isso por enquanto, silencia, silencie, deixa pausado, deixa pausada, poe em pausa, bota em pausa, coloca em pausa, poe na pausa, deixa de molho",
    "pausa, pause, pausar, da um tempo em, da um tempo no, da um tempo na, da um tempo, deixa em espera, para por enquanto, congela, suspende, suspenda, suspender, da uma pausa em, da uma pausa no, da uma pausa, da uma segurada em, da uma segurada no, da uma segurada, da uma parada em, da uma parada no, segura",
  ),
  resume: phrasesOf(
    "voltar, volte, religar, religue, reative, reinicie, recomeca, recomece, retorna, retorne, descongela, liga de volta, ativa de volta, bota para rodar",
    "retoma, retome, retomar, pode voltar com, pode voltar, voltar com, volta, reativa, reative, reativar, despausa, despause, despausar, volta com, volte com, continua com, continue com, continua, religa, reinicia, ativa de novo, ativa",
  ),
  postpone: phrasesOf(
    "toca de novo, toque de novo, toca mais tarde, toca depois, me chama de novo, me cutuca de novo, chama de novo, avisa de novo, joga para, me lembra mais tarde",
    "adia, adie, adiar, atrasa, atrase, posterga, postergue, soneca, me lembra de novo, me lembre de novo, lembra de novo, mais uma soneca, empurra, me avisa de novo",
  ),
  change: phrasesOf(
    "corrige, corrija, corrigir, bota para, bota, poe para, poe, coloca para, coloca, arruma, arrume, atualiza, atualize",
    "muda, mude, mudar, passa a ser, passe a ser, passa para ser, altera, altere, alterar, troca, troque, trocar, passa, passe, move, mova, mover, remarca, remarque, remarcar, reagenda, reagende, reagendar, ajusta, ajuste, substitui, substitua, adianta, adiante, adiantar, aumenta, aumente, sobe, suba, baixa, baixe, abaixa, abaixe, diminui, diminua, reduz, reduza, antecipa, antecipe, puxa, estende, estenda, estender, prorroga, prorrogue, prolonga, prolongue",
  ),
  show: phrasesOf(
    "quanto tempo falta para o, quanto tempo falta para a, quanto tempo falta para, quanto falta para o, quanto falta para a, quanto falta para, falta quanto para o, falta quanto para a, falta muito para o, falta muito para a, que horas e, que horas vai ser, para quando ficou, quando ficou",
    "mostra, mostre, detalha, detalhe, detalhes, me mostra, detalhes do, ver, quando e, quando sera, quando vai ser, quando roda, quando dispara",
  ),
  nouns: phrasesOf(
    "lembrete, lembretes, agendamento, agendamentos, alerta, alertas, aviso, avisos, agendado, agendados, agenda, programacao, pedido agendado, pedidos agendados, tarefa agendada, tarefas agendadas, observacao, vigia, vigilancia, recorrencia, alarme, alarmes, monitoramento",
  ),
  reminders: phrasesOf("lembrete, lembretes"),
  watches: phrasesOf("alerta, alertas, vigia, vigilancia, monitoramento, observacao"),
  theOne: phrasesOf(
    "o das, a das, o da, a da, o do, a do, o de, a de, os das, os de, o dos, o numero, a numero, o ultimo, a ultima, isso, esse, este, essa, esta, o que, ele, ela",
  ),
  listWords: new Set(
    "o que qual quais tem tenho temos eu ha ficou ficaram sobrou sobraram restou esta estao tudo algo alguma algum alguns algumas coisa coisas meu minha meus minhas os as me mostra mostre mostrar lista liste listar ver veja ve ainda agora aqui de para mim quantos quantas mais ai continua continuam pendente pendentes marcado marcada marcados marcadas cadastrado cadastrados existe existem hoje previsto prevista voce confere confira conferir sao e pode quero todos pe vigor valendo rolando correndo todas ativos ativas ativo ativa na no com contigo comigo tu que de diga diz fala fale conta diacho algo nada mesmo ja estou estamos pra entao seu seus sua suas".split(
      " ",
    ),
  ),
  listNouns: new Set(
    "marcado marcada marcados marcadas agendado agendada agendados agendadas monitorando vigiando acompanhando observando rastreando alarme alarmes recorrente recorrentes agendamento agendamentos lembrete lembretes alerta alertas aviso avisos programado programada programados agenda".split(
      " ",
    ),
  ),
  next: phrasesOf(
    "quando vai ser a proxima, quando vai ser a proxima vez, quando vai ser o proximo, quando e a proxima, quando e a proxima vez, quando e o proximo, qual a proxima, qual a proxima vez, qual e a proxima vez, qual o proximo horario, quais os proximos horarios, quais sao os proximos horarios, quais os proximos, quais as proximas vezes, quais sao as proximas vezes, quais sao as proximas, quais as proximas, proximos horarios, proximas vezes, mostra as proximas, mostra as proximas vezes, mostra os proximos, mostra os proximos horarios, me mostra as proximas, me mostra os proximos, me mostra os proximos horarios, quando volta, quando ele volta, quando isso volta, quando retoma, ate quando, ate quando vai, quando termina, quando acaba, quando comeca, quando vai ser, quando vai tocar, quando toca, ainda esta de olho, voce ainda esta de olho, ainda esta olhando, ainda esta acompanhando, voce ainda esta acompanhando, isso ainda esta ativo, ainda esta ativo, ainda esta valendo, isso ainda esta de pe, ainda esta agendado, ate quando fica valendo, ate quando isso fica valendo, ate quando vale, ate quando isso vale, isso vale ate quando, vale ate quando, que horas ficou, que dia ficou, para quando ficou, quando ficou, ficou para quando, quando isso toca, quando isso roda, a que horas vai tocar, que horas vai tocar, a que horas toca, que horas toca, a que horas vai ser, que horas vai ser, a que horas e, que horas e isso, a que horas ficou, quando voce vai me lembrar, quando vai me lembrar, esta valendo, isso esta valendo",
  ),
  nextWords: new Set(
    "ocorrencia ocorrencias envio envios disparo toque execucao rodada mensagem horario data acontece chega vem dispara manda avisa lembra dia quando qual quais que horas hora e o a os as vai ser sera vez vezes lembrete lembretes aviso avisos alerta alertas agendamento agendamentos meu minha meus minhas de do da mostra me para agendado agendada toca dispara roda".split(
      " ",
    ),
  ),
  nextMarks: new Set("proximo proxima proximos proximas".split(" ")),
  still: {
    before: phrasesOf(
      "ainda esta de pe, ainda esta valendo, ainda vale, ainda esta ativo, ainda esta ativa, ainda esta agendado, ainda esta marcado, ainda esta ligado, ainda esta programado, esta de pe, esta de pe ainda, esta valendo, esta valendo ainda, continua de pe, continua valendo, continua ativo, continua marcado, continua agendado, ainda tenho, ainda existe",
    ),
    behind: phrasesOf(
      "ainda esta de pe, ainda esta valendo, ainda vale, ainda esta ativo, ainda esta ativa, ainda esta agendado, ainda esta marcado, ainda esta ligado, ainda esta programado, esta de pe, esta de pe ainda, esta valendo, esta valendo ainda, esta ativo, esta marcado, esta agendado, continua de pe, continua valendo, continua ativo, continua marcado, continua agendado, ainda existe, ainda esta la",
    ),
  },
  listThem: [
    [
      2,
      phrasesOf(
        "me mostra as duas, me diz os dois, ver os dois, lista os dois, mostra os dois, me mostra os dois, quais sao os dois, lista as duas, mostra as duas",
      ),
    ],
    [3, phrasesOf("lista os tres, mostra os tres, me mostra os tres, quais sao os tres")],
    [undefined, phrasesOf("lista todos eles, mostra todos eles, quais sao eles, quais sao")],
  ],
  cancelAlone: phrasesOf(
    "para, pare, parar, pode parar, chega, nao precisa mais, nao precisa, ja nao precisa, nao quero mais, pode cancelar, pode tirar, pode apagar, basta, ja chega",
  ),
  more: phrasesOf(
    crossed(
      "so, deixa, segura, aguenta, guenta, passa, empurra, preciso de, precisava de, quero, espera, da, me da, me de, me da so, faltam, adia, estica, joga, bota, poe, coloca, deixa so",
      "mais, mais uns, mais umas, outros, outras",
    ),
    "mais uns, mais umas, outros, outras, me da uns, me da umas",
    "me da mais, me de mais, mais, so mais, da mais, espera mais, me da, me da so mais, poe mais, bota mais, coloca mais, joga mais",
  ),
  againIn: phrasesOf(
    crossed(
      "toca, toca de novo, me chama, me chama de novo, me cutuca, me cutuca de novo, me avisa, me avisa de novo, me lembra de novo, chama, lembra, repete, so, tenta, tenta de novo, volta, fala comigo, me fala, deixa para",
      "daqui, daqui a, em, dentro de",
    ),
    "daqui a, daqui",
    "me lembra daqui, me lembra daqui a, me lembra em, me lembre em, me lembre daqui a, me avisa daqui a, me avisa em, lembra daqui a, de novo em, de novo daqui a, me lembra de novo em, me lembra de novo daqui a",
  ),
  later: phrasesOf(
    "agora nao, agora nao da, daqui a pouco, daqui a pouquinho, mais tarde, depois, mais para frente, ainda nao, me lembra depois, me lembra mais tarde, me lembra daqui a pouco",
  ),
  done: phrasesOf(
    "tudo feito, ja resolvi, resolvi, ja cuidei disso, ja deu certo, deu certo, ja era, missao cumprida, feito, pronto, ja fiz, ja foi, esta feito, ja esta feito, estou de pe, to de pe, estou acordado, estou acordada, to acordado, to acordada, acordei, levantei, estou indo, to indo, ja estou indo, ja to indo, resolvido, ja esta resolvido, ok feito, fiz agora, acabei de fazer, pronto feito, estou saindo, to saindo, ja estou saindo, ja to saindo, estou fazendo, to fazendo, ja vou",
  ),
  left: phrasesOf(
    crossed(
      "quais, o que, quantos, quantas, que",
      "falta, faltam, ainda falta, ainda faltam, ainda tem, resta, restam, ainda resta, sobra",
    ),
    "o que ficou, o que sobrou, o que restou, o que tem ai, confere ai o que ficou, confere o que ficou, confere ai, o que ainda tem, e o que ficou, mostra o que ficou, mostra o que sobrou, o que mais tem, o que mais eu tenho, o que mais tenho, tem mais alguma coisa, mais alguma coisa, tem mais algum, tem algum ainda, ainda tem algum, sobrou algum, sobrou alguma coisa, ficou algum, como ficou, como e que ficou, quais ficaram, quais sobraram",
  ),
  leads: phrasesOf(
    "aff, afff, affe, affs, putz, puts, vish, vixe, ixi, xi, eita, poxa, droga, nossa, caramba, pronto, entendi, bem, olha, mano, cara, favor, ok entao, oxe, uai, ops, opa, perai",
    "pode, podes, poderia, voce pode, da para, entao, e, ah, ah e, ai, agora, na verdade, alias, ok, por favor, bom, beleza, certo, opa, eu quero, quero, queria, sim, isso",
  ),
  leadsApart: phrasesOf(
    "melhor nao, nao, pensando bem, mudei de ideia, deixa, esquece, nao quero mais, chega, nem precisa, ah nao, ta bom, esta bom, tudo bem",
  ),
  trails: new Set(
    "kk kkk kkkk rs rsrs haha lol mano cara meu querido querida viu ta vlw frente entao agora ja tambem ai favor por la enquanto ora obrigado obrigada valeu".split(
      " ",
    ),
  ),
  openEnds: phrasesOf(
    "ate eu chamar, ate a gente voltar, por uns dias, por uns tempos, por um tempinho, uns dias, ate nova ordem",
    "ate eu falar, ate eu mandar, ate eu avisar, ate eu dizer, ate eu pedir, ate eu voltar, ate segunda ordem, por enquanto, por ora, por um tempo",
  ),
  pointing: new Set(
    "isso isto nisso nisto nele nela nesse nessa esse esta este essa ele ela com ai o a disso desse dessa aquele aquela aquilo de agora mesmo".split(
      " ",
    ),
  ),
  all: phrasesOf(
    "todos eles, todas elas, todos, todas, tudo, todos os, todas as, os meus, todos os meus",
  ),
  both: phrasesOf(
    "os dois, as duas, ambos, ambas, esses dois, essas duas, estes dois, estas duas, eles dois, elas duas, os dois avisos, os dois lembretes, esses dois avisos, esses dois lembretes, os dois alertas, esses dois alertas",
  ),
  around: [
    [
      "resume",
      phrasesOf(
        "liga, ligue, ligar, ativa, ative, ativar, bota, poe, coloca, volta, volte, comeca",
      ),
      phrasesOf(
        "de novo, d novo, dnv, de volta, outra vez, novamente, de novo ai, para rodar, no ar",
      ),
    ],
    [
      "pause",
      phrasesOf("bota, poe, coloca, deixa"),
      phrasesOf("em pausa, em espera, de molho, parado, parada"),
    ],
  ],
  into: phrasesOf("para as, para a, para o, para, as, em, pela, pelo, por"),
  byAmount: phrasesOf("por mais, por, em, mais, daqui a"),
  last: phrasesOf("o ultimo, a ultima, ultimo, ultima"),
};

const EN: CommandLexicon = {
  sendMe: phrasesOf(
    "send me, send, give me, get me, tell me, let me know, message me, text me, i want to know, i want",
  ),
  list: phrasesOf(
    "what is scheduled, what do i have scheduled, what have i scheduled, what is on my schedule, what have i got scheduled, what do you have scheduled, list my reminders, list the reminders, list reminders, list all reminders, list all my reminders, show my reminders, show me my reminders, show reminders, show the reminders, show me the reminders, show all reminders, show all my reminders, my reminders, reminders, what are my reminders, what reminders do i have, which reminders do i have, do i have any reminders, list my schedules, list schedules, list the schedules, list all schedules, show my schedules, show me my schedules, show schedules, show the schedules, my schedules, what are my schedules, what schedules do i have, list my alerts, list alerts, list the alerts, show my alerts, show me my alerts, show alerts, my alerts, what are my alerts, what alerts do i have, which alerts do i have, show me what is scheduled, show what is scheduled, what are you watching, what are you watching for me, list my watches, show my watches, my watches, list scheduled requests, show scheduled requests, list my scheduled requests, what is coming up, what have i got lined up, what do i have lined up, what is lined up, what have i got coming up, what have i on the go, what have i got on the go, what do i have on the go, what is on the go, what have i on the go with you, what have i got on the go with you, what have you got on for me, what am i waiting on, what have i got on, what do i have coming up, is anything coming up, do i have anything coming up, what else is scheduled, what have you got for me, what are you going to remind me of",
  ),
  cancel: phrasesOf(
    "bin, axe, nix, lose, dump, discontinue, quit, forget about, scratch, kill off, abandon, dismiss, erase, take off, let go of, stop watching, stop tracking, stop monitoring, stop following, you can drop, no more",
    "cancel, delete, remove, drop, clear, stop, get rid of, turn off, end, do not send me any more, do not remind me any more, do not tell me any more, unschedule, kill, call off, call it off, scrap, ditch, forget the, forget that, i do not need",
  ),
  pause: phrasesOf(
    "mute, silence, stop this for now, stop that for now, stop it for now, park, put a hold on, put a pin in, leave off",
    "pause, suspend, hold, put on hold, hold off on, hold off, put it on hold, put that on hold, give it a rest, freeze, stop for now",
  ),
  resume: phrasesOf(
    "unfreeze, unmute, reinstate, start watching again, switch it back on, put it back on, turn it on again, switch it on again, start it up again, start it back up, kick it off again",
    "resume, unpause, continue, carry on with, carry on, pick it back up, bring back, start it again, turn it back on, go on with, reactivate, restart, turn back on, start again, enable",
  ),
  postpone: phrasesOf(
    "hit me up again, ping me again, nudge me again, buzz me again, ring again, push that, again at, try me again, try again at",
    "postpone, snooze, delay, put off, put it off, push back, push it back, push that back, push it, push, remind me again, defer, snooze it, snooze that",
  ),
  change: phrasesOf(
    "correct, correct it to, correct that to, make, amend, tweak, fix",
    "change, move, reschedule, make it, make that, have it, let us make it, shift, bump, raise, lower, increase, decrease, reduce, bring, bring it, bring it forward, bring that forward, bring it back, pull it, pull it forward, update, set it to, set, adjust, switch, swap, swap out, replace, extend, prolong",
  ),
  show: phrasesOf(
    "how long until, how long till, how long before, how long to, how long is left until, how much longer until, how much longer till, what time is, show, show me, details of, details, when is, when does, when will, describe",
  ),
  nouns: phrasesOf(
    "reminder, reminders, schedule, schedules, alert, alerts, watch, watches, scheduled request, scheduled requests, scheduled task, scheduled one, alarm, alarms, tracker, monitor",
  ),
  reminders: phrasesOf("reminder, reminders"),
  watches: phrasesOf("alert, alerts, watch, watches, tracker, monitor"),
  theOne: phrasesOf(
    "the same, the same one, the same thing, the one at, the one about, the one for, the one on, the one that, the one, the last, number, it, that, this, them, the last one",
  ),
  listWords: new Set(
    "what which is are there do does i have got anything something my the a list show me all any still left now currently on for you please see of up coming right at moment been pending active going set lined upcoming today whole full running how many else everything that 's with you did keep keep keeping stuff too am will in total so far recurring planned paused me set up go the at holding i'm been whats at all be".split(
      " ",
    ),
  ),
  listNouns: new Set(
    "recurring planned holding tracking monitoring alarm alarms scheduled schedule schedules reminder reminders alert alerts watch watches watching".split(
      " ",
    ),
  ),
  next: phrasesOf(
    "when is the next one, when is the next, when is the next time, when is it next, when does it run next, when will it run next, when does it fire next, when will it be, what are the next times, what are the next ones, what is the next one, what is the next time, show me the next ones, show the next ones, show me the next times, show the next times, next times, next ones, when does it start again, when will it start again, when does it come back, when does it resume, when will it resume, when does it end, when does it stop, until when, when does it start, when is it, when will it ring, are you still watching it, are you still watching that, are you still watching, still watching it, is it still on, is that still on, is it still active, is it still scheduled, is that still scheduled, when will you remind me, when are you going to remind me, when will it go off, when does it go off, what time will it go off, what time will it ring, what time is it set for, what time will you remind me, how long will it run, how long does it run, what is the next",
  ),
  nextWords: new Set(
    "come comes coming hear from you i me due happen happens fire fires due date when what which time is are the my will be it one ones reminder reminders alert alerts schedule scheduled show me run ring does do for up of going".split(
      " ",
    ),
  ),
  nextMarks: new Set(["next"]),
  still: {
    before: phrasesOf("do i still have, have i still got, is there still"),
    behind: phrasesOf(
      "still on, still active, still scheduled, still running, still there, still set, still going, still standing, still up, still in place, still valid, active, scheduled",
    ),
  },
  listThem: [
    [
      2,
      phrasesOf(
        "list both, show both, show me both, list both of them, show both of them, list the two, list the two of them",
      ),
    ],
    [3, phrasesOf("list all three, show all three, list the three, show me all three")],
    [undefined, phrasesOf("list all of them, show me all of them, which ones are they")],
  ],
  cancelAlone: phrasesOf(
    "stop, enough, that is enough, no need, no need any more, no need anymore, not needed any more, not needed anymore, i do not need it any more, i do not need it anymore, you can stop, you can stop now, no longer needed, no more needed, no longer required, stop now, you can drop it",
  ),
  more: phrasesOf(
    crossed(
      "give me, give us, give it, i need, we need, need, just, just give me, just give us, let me have, can i have, can i get, gonna need, i will need, wait, hold on",
      "another, another wee, one more, a further, a, an",
    ),
    crossed(
      "give me, give us, give it, i need, need, just, i will need, gonna need, another",
      "half an, half a, half",
    ),
    "give us, give it, i need, just, a further",
    "give me another, give me, another, give it another, one more, just another, just give me another",
  ),
  againIn: phrasesOf(
    crossed(
      "remind me, ping me, nudge me, buzz me, hit me up, hit me, tell me, ask me, try me, try, call me, ring me, ring, go off, shout, bug me, come back, get back to me, remind us, give me a shout, give me a nudge, bother me, poke me, just, not yet, maybe",
      "in, again in, back in, again after",
    ),
    "in",
    "remind me in, remind me again in, again in, ask me again in, tell me again in",
  ),
  later: phrasesOf(
    "not now, not yet, later, in a bit, in a little bit, in a while, in a moment, a bit later, maybe later, remind me later",
  ),
  done: phrasesOf(
    "heard you, heard ya, sorted it, dealt with, handled, all good now, that is sorted, done and dusted, done, all done, did it, i did, i did it, already did, already did it, already done, finished, took it, took them, just did, just did it, it is done, that is done, sorted, completed, i am up, i am awake, on it, i am on it, got it done, on my way, they are out, they re out, it is out, it is off, it is sorted, all sorted, taken care of, on my way now, heading out, leaving now",
  ),
  left: phrasesOf(
    crossed(
      "what is left, what is left for, what do i still have, anything left, anything left for, is anything left for, what else is on, anything else, anything on, what is still on, what is on",
      "today, tonight, tomorrow, this week, for today, now",
    ),
    "what is left, what remains, what is still there, check what is left, what do i still have, show me what is left, show what is left, what is there now, what does it look like now, what else do i have, what else have i got, what else is there, anything else, is there anything else, anything else coming up, is there anything else coming up, is anything else coming up, anything coming up, anything left, is anything left, any left",
  ),
  leads: phrasesOf(
    "right, so, sorry, sorry sorry, kindly, you may, oh yeah, ah, ah no, ah ok, fine, good, great, cheers, argh, ugh, oops, whoops, hey, hmm, wait, hang on, also, would you kindly, do, go ahead and, feel free to",
    "can you, could you, would you, please, then, so, ok, okay, actually, and, now, well, oh, you can, just, i want to, let us, yes, yeah, yep, sure, yes please",
  ),
  leadsApart: phrasesOf(
    "better not, no, on second thought, on second thoughts, never mind, changed my mind, i changed my mind, forget it, nah, nope, alright, all right, never mind then, hm, hmm",
  ),
  trails: new Set(
    "lol lmao haha dear love mate pal buddy hun duck man bro instead actually again then now too please already for thanks".split(
      " ",
    ),
  ),
  openEnds: phrasesOf(
    crossed(
      "til, till, until",
      "i say, i say so, i tell you, i am back, we are back, i get back, we get back, further notice, i say otherwise, i let you know",
    ),
    "till i say, till i say so, till i tell you, till i am back, until i say, until i say so, until i say otherwise, until i tell you, until i am back, until further notice, for now, for a while, for the time being",
  ),
  pointing: new Set("it that this about of on one these those with the doing".split(" ")),
  all: phrasesOf("all, everything, all my, all the, all of my, all of them, every"),
  both: phrasesOf(
    "both, both of them, both of those, the pair, the pair of them, the two, the two of them, the two of those, the both of them, those two, these two, both reminders, both alerts",
  ),
  around: [
    [
      "resume",
      phrasesOf("turn, switch, put, start, bring, kick, set"),
      phrasesOf("back on, on again, back up, again, back on again"),
    ],
    ["cancel", phrasesOf("turn, switch, call, kill"), phrasesOf("off, off again, off for good")],
    ["pause", phrasesOf("put, place"), phrasesOf("on hold, on ice, on pause")],
  ],
  into: phrasesOf("to, at, for, until, till, til, into, with"),
  byAmount: phrasesOf("by, for, another, it by, it for, that by, in"),
  last: phrasesOf("the last, last, the last one"),
};

export const COMMAND_LEXICONS: Readonly<Record<Locale, CommandLexicon>> = { "pt-BR": PT, en: EN };
