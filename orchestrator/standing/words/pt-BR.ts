import type { TimeLexicon } from "./lexicon.ts";
import { phrasesOf } from "./phrases.ts";
import { type Movement, moving, movingTo, standing } from "./verb-forms.ts";

const BEHIND = {
  perfect: "tiver, tenha, ter, houver",
  progressive: "estiver, esteja, estar, ficar, for",
};
const UP: Movement = {
  plain:
    "subir, sobe, suba, subiu, valorizar, valorize, valoriza, valorizou, se valorizar, avancar, avanca, avance, avancou, aumentar, aumenta, aumente, aumentou, crescer, cresce, cresca, cresceu, disparar, dispara, dispare, disparou, ganhar, ganha, ganhe, ganhou, render, rende, renda, saltar, salta, salte, decolar, decola, escalar",
  done: "subido, valorizado, se valorizado, avancado, aumentado, crescido, disparado, ganhado, ganho, rendido, saltado, decolado",
  going: "subindo, valorizando, avancando, aumentando, crescendo, disparando, ganhando",
  ...BEHIND,
};
const DOWN: Movement = {
  plain:
    "cair, cai, caia, caiu, desvalorizar, desvalorize, desvaloriza, se desvalorizar, baixar, baixa, baixe, baixou, recuar, recua, recue, recuou, perder, perde, perca, perdeu, despencar, despenca, despenque, despencou, descer, desce, desca, desceu, diminuir, diminui, diminua, diminuiu, afundar, afunda, afunde, ceder, cede, ceda, derreter, derrete, derreta",
  done: "caido, desvalorizado, se desvalorizado, baixado, recuado, perdido, despencado, descido, diminuido, afundado, cedido, derretido",
  going: "caindo, desvalorizando, baixando, recuando, perdendo, despencando, descendo, diminuindo",
  ...BEHIND,
};
const CROSSED =
  "tiver passado de, tiver passado dos, tenha passado de, tenha passado dos, tiver ultrapassado, tiver ultrapassado os, tenha ultrapassado, tiver superado, tiver superado os, tiver rompido, tiver rompido os";
const REACHED =
  "tiver chegado a, tiver chegado em, tiver chegado aos, tiver batido, tiver batido os, tiver atingido, tiver alcancado";
const STANDS =
  "ir, for, vai, va, foi, ficar, fica, fique, ficou, estiver, esta, esteja, estar, chegar, chega, chegue, fechar, fecha, feche, fechou, abrir, abre, abra, custar, custa, custe, valer, vale, valha, ser, seja, operar, opera, opere, negociar, negocia, negocie, estiver custando, estiver valendo, estiver sendo negociada, estiver cotada, tiver, tenha, voltar, volta, volte";
const ABOVE =
  "acima de, acima dos, acima das, acima da, acima do, para mais de, para mais que, para acima de, para acima dos, para alem de, para alem dos, alem de, alem dos";
const BELOW =
  "abaixo de, abaixo dos, abaixo das, abaixo da, abaixo do, para menos de, para menos que, para abaixo de, para abaixo dos, para baixo de, para baixo dos";
const ONTO = "a, para, ate, para os, ate os, aos, na casa dos, para a casa dos";

export const PT_BR_TIME: TimeLexicon = {
  whenItIs: phrasesOf(
    "quando der, quando derem, quando for, quando forem, quando bater, quando baterem, quando chegar, assim que der, assim que for, assim que bater, quando for umas",
  ),
  sameTime: phrasesOf(
    "nesse mesmo horario, neste mesmo horario, no mesmo horario, nesse horario, neste horario, a essa hora, a esta hora, na mesma hora, a mesma hora, essa mesma hora, nessa mesma hora, mesmo horario, mesma hora, mesma hora de sempre, mesmo horario de sempre",
  ),
  corrects: phrasesOf(
    "nao, ops, opa, epa, alias, quer dizer, digo, melhor, na verdade, nao espera, espera, perai, errei, minto, corrigindo, ou melhor, desculpa, nao nao",
  ),
  nextIsUnclear: false,
  except: phrasesOf(
    "menos, menos na, menos no, menos nas, menos nos, menos aos, menos as, exceto, exceto na, exceto no, exceto nas, exceto nos, exceto aos, exceto as, salvo, salvo aos, tirando, tirando a, tirando o, tirando os, tirando as, fora, fora aos, fora a, fora o, a nao ser, a nao ser na, a nao ser no, a nao ser aos",
  ),
  until: phrasesOf("ate a, ate o, ate as, ate, ate no, ate na"),
  during: phrasesOf(
    "por, durante, pelos proximos, pelas proximas, nos proximos, nas proximas, pela proxima, pelo proximo, durante os proximos, durante as proximas, por mais",
  ),
  endOfMonth: phrasesOf("fim do mes, final do mes"),
  endOfYear: phrasesOf("fim do ano, final do ano"),
  times: phrasesOf("vezes, vez, x"),
  once: phrasesOf("uma vez so, so uma vez, uma unica vez, apenas uma vez"),
  starting: phrasesOf(
    "a partir de, a partir da, a partir do, a partir das, comecando em, comecando na, comecando no, comecando as, comecando, desde",
  ),
  fromNowOn: phrasesOf(
    "a partir de agora, de agora em diante, daqui para frente, daqui em diante, de hoje em diante, a partir de hoje",
  ),
  endOf: phrasesOf(
    "fim de, o fim de, final de, o final de, fim do mes de, final do mes de, fins de, finais de",
  ),
  between: phrasesOf("das, entre as, entre, de, da"),
  betweenTo: phrasesOf("as, ate as, e as, e, a, ate"),
  courtesy: phrasesOf(
    "quando puder, quando voce puder, quando possivel, quando for possivel, quando tiver tempo, quando voce tiver tempo, quando tiver um tempinho, quando tiver um tempo, quando tiver um minuto, quando tiver um minutinho, quando sobrar um tempo, quando sobrar um tempinho, quando quiser, quando conseguir, quando voce conseguir, assim que puder, assim que der, assim que possivel, assim que for possivel, assim que conseguir, logo que puder, se puder, se voce puder, se possivel, se for possivel, se der para voce, se nao for incomodo, se nao for pedir muito, se nao for pedir demais, se nao se importar, se nao der trabalho, se nao for dar trabalho, se conseguir, se voce conseguir, se quiser, se tiver tempo, se tiver um tempinho, se tiver um minuto, se nao for muito trabalho, se nao for problema, caso possa, caso seja possivel, se estiver livre, se for o caso, se der tempo",
  ),
  courtesyAlone: phrasesOf("quando der, se der, se rolar, quando rolar"),
  vague: phrasesOf(
    "no dia anterior, na noite anterior, um dia antes, fim do expediente, no fim do expediente, ate o fim do expediente, ate o fim do dia, ate o final do dia, no fim da semana, no final da semana, ate o fim da semana, ate o final da semana, na vespera, na virada do ano, na virada, no meu aniversario, no aniversario, na semana santa, mes sim mes nao, bimestralmente, trimestralmente, semestralmente, de tempos em tempos, a cada tanto, a cada tanto tempo, volta e meia, de dois em dois meses, de seis em seis meses, todo comeco de mes, todo inicio de mes, todo fim de mes, todo final de mes, todo meio de mes, todo feriado, nos feriados, no comeco de todo mes, no fim de todo mes, no comeco de cada mes, no fim de cada mes, no inicio de cada mes, toda virada de mes, todo comeco de semana, todo fim de ano, daqui a pouco, daqui a pouquinho, daqui um pouco, daqui pouco, mais tarde, mais tardinha, em breve, logo mais, logo menos, depois, dps, uma hora dessas, qualquer hora, a qualquer hora, outra hora, outro dia, um outro dia, outro momento, algum dia, um dia desses, um dia, mais para frente, mais a frente, futuramente, posteriormente, de vez em quando, as vezes, toda hora, o tempo todo, sempre, regularmente, periodicamente, frequentemente, constantemente, depois do almoco, antes do almoco, no almoco, depois do jantar, antes do jantar, depois do trabalho, antes de dormir, antes do trabalho, no fim do dia, no final do dia, no fim da tarde, no final da tarde, no comeco da noite, no inicio da noite, no comeco da manha, no fim do mes, no final do mes, no comeco do mes, no inicio do mes, no meio do mes, no fim do ano, no comeco do ano, no fim de semana, no final de semana, neste fim de semana, nesse fim de semana, no proximo fim de semana, proximo fim de semana, fim de semana que vem, no feriado, no proximo feriado, ano que vem, no ano que vem, proximo ano, no proximo ano, em alguns minutos, daqui a alguns minutos, daqui a uns minutos, em uns minutos, em poucos minutos, daqui a poucos minutos, em alguns instantes, em instantes, daqui a instantes, em algumas horas, daqui a algumas horas, daqui a umas horas, em alguns dias, daqui a alguns dias, daqui a uns dias, em uns dias, mais tarde hoje, hoje mais tarde, amanha mais tarde, no carnaval, a tardinha, antes do meio dia, depois do meio dia, ao amanhecer, ao anoitecer",
  ),
  later: phrasesOf(
    "mais tarde, mais tardinha, hoje mais tarde, mais tarde hoje, amanha mais tarde, logo mais",
  ),
  around: phrasesOf(
    "antes de, antes do, antes da, antes dos, antes das, antes que, pouco antes de, pouco antes do, pouco antes da, logo antes de, logo antes do, logo antes da, um pouco antes de, um pouco antes do, um pouco antes da, depois de, depois do, depois da, depois dos, depois das, depois que, logo depois de, logo depois do, logo depois da, um pouco depois do, um pouco depois da, logo apos, apos, apos o, apos a, perto de, perto do, perto da, por volta do, por volta da, durante o, durante a, durante, na hora de, na hora do, na hora da, na hora que, no horario, no horario de, no horario do, no horario da, ao chegar, ao sair, ao voltar, ao terminar, ao acordar, ao fim de, ao fim do, ao fim da, ao final de, ao final do, ao final da, no final de, no final do, no final da, no fim de, no fim do, no fim da, no comeco de, no comeco do, no comeco da, no inicio de, no inicio do, no inicio da, no meio de, no meio do, no meio da, no intervalo, na saida de, na saida do, na saida da, na volta de, na volta do, na volta da, na chegada de, na chegada do, na chegada da, a caminho de, a caminho do, a caminho da, quando eu, enquanto eu, enquanto",
  ),
  relative: phrasesOf(
    "antes das, antes da, antes de, antes do, depois das, depois da, apos as, apos a",
  ),
  relativeAfter: phrasesOf("antes, depois de, depois do, depois da, apos"),
  ahead: phrasesOf("antes, antes disso, mais cedo, de antecedencia, com antecedencia, adiantado"),
  grants: phrasesOf("me da, me de, da, espera, espere, aguarda, aguarde"),
  or: phrasesOf("ou, e, mas"),
  whenever: phrasesOf(
    "sempre que, toda vez que, todas as vezes que, cada vez que, sempre quando, toda vez em que",
  ),
  when: phrasesOf(
    "quando, se, caso, assim que, logo que, so se, so quando, somente se, somente quando, no momento em que, na hora em que, na hora que, quando e se, no dia em que, no dia que, apenas se, apenas quando, se por acaso",
  ),
  verbs: [
    {
      is: "outside",
      takes: "band",
      says: phrasesOf(
        "sair da faixa de, sair da faixa entre, sair da faixa dos, sair do intervalo de, sair do intervalo entre, sair da banda de, sair da banda entre, sair de entre, ficar fora da faixa de, ficar fora da faixa entre, ficar fora do intervalo de, ficar fora de, estiver fora da faixa de, estiver fora da faixa entre, estiver fora do intervalo de, estiver fora de, sai da faixa de, saia da faixa de, deixar a faixa de, romper a faixa de",
      ),
    },
    {
      is: "inside",
      takes: "band",
      says: phrasesOf(
        "ficar entre, estiver entre, for entre, entrar na faixa de, entrar na faixa entre, entrar no intervalo de, voltar para a faixa de, voltar a faixa de, ficar na faixa de, ficar na faixa entre, estiver na faixa de, estiver na faixa entre, fica entre, fique entre, custar entre, valer entre",
      ),
    },
    {
      is: "above",
      takes: "value",
      says: phrasesOf(
        "passar de, passar dos, passar das, passar a casa dos, passar, passa de, passa dos, passe de, passarem de, passou de, ultrapassar, ultrapassa, ultrapasse, ultrapassar os, ultrapassar as, superar, supera, supere, superar os, romper, romper os, rompe, exceder, excede, for maior que, for maior do que, for mais que, for mais de, for superior a, for acima de, ficar acima de, ficar acima dos, fica acima de, fique acima de, estiver acima de, estiver acima dos, esta acima de, esteja acima de, subir acima de, subir para mais de, subir alem de, subir de, ir acima de, for alem de, estiver maior que, ficar maior que, ficar mais de, estiver mais de, custar mais de, custar mais que, custar acima de, valer mais de, valer mais que, valer acima de, estiver valendo mais de, estiver custando mais de, chegar acima de, fechar acima de, bater mais de, for mais alto que, for mais alta que, tiver acima de, tiver mais de, furar, volta a passar de, voltar a passar de, voltar a passar dos, passar da casa dos",
        CROSSED,
        movingTo(UP, ABOVE),
        standing(STANDS, ABOVE),
      ),
    },
    {
      is: "below",
      takes: "value",
      says: phrasesOf(
        "cair abaixo de, cair abaixo dos, cair de, cair para menos de, cair para baixo de, cai abaixo de, caia abaixo de, ficar abaixo de, ficar abaixo dos, fica abaixo de, fique abaixo de, estiver abaixo de, estiver abaixo dos, esta abaixo de, esteja abaixo de, for menor que, for menor do que, for menos que, for menos de, for inferior a, for abaixo de, baixar de, baixar dos, baixar abaixo de, baixar para menos de, descer de, descer abaixo de, descer para menos de, descer dos, recuar abaixo de, custar menos de, custar menos que, custar abaixo de, valer menos de, valer menos que, valer abaixo de, estiver valendo menos de, estiver custando menos de, estiver menor que, ficar menor que, ficar menos de, estiver menos de, fechar abaixo de, ir abaixo de, perder os, for mais baixo que, tiver abaixo de, tiver menos de",
        movingTo(DOWN, BELOW),
        standing(STANDS, BELOW),
      ),
    },
    {
      is: "reaches",
      takes: "value",
      says: phrasesOf(
        "chegar a, cair a, subir a, baixar a, descer a, recuar a, voltar a, chegar em, chegar aos, chegar nos, chegar na, chegar no, chegar ate, chega a, chega em, chega aos, chegue a, chegue em, atingir, atingir os, atingir a marca de, atinge, atinja, alcancar, alcancar os, alcanca, alcance, bater, bater em, bater os, bater nos, bater a marca de, bate, bata, encostar em, encostar nos, cair para, cair ate, subir para, subir ate, baixar para, baixar ate, descer para, descer ate, for para, ir para, for igual a, ficar em, estiver em, estiver a, tocar, tocar os, toca, toque, tocar em, chegar na casa dos, encoste em, encosta em",
        REACHED,
        movingTo(UP, ONTO),
        movingTo(DOWN, ONTO),
      ),
    },
    {
      is: "rises",
      takes: "amount",
      says: phrasesOf(
        "tiver alta de, tiver uma alta de, registrar alta de, estiver em alta de, tiver registrado alta de",
        moving(UP),
      ),
    },
    {
      is: "falls",
      takes: "amount",
      says: phrasesOf(
        "tiver queda de, tiver uma queda de, registrar queda de, estiver em queda de, tiver registrado queda de",
        moving(DOWN),
      ),
    },
    {
      is: "moves",
      takes: "amount",
      says: phrasesOf(
        "oscilar, oscila, oscile, variar, varia, varie, mexer, se mexer, se mover, mover, tiver variado, tiver oscilado",
      ),
    },
    {
      is: "rises",
      takes: "nothing",
      percent: 100,
      says: phrasesOf("dobrar, dobrar de valor, dobrar de preco, duplicar"),
    },
    {
      is: "falls",
      takes: "nothing",
      percent: 50,
      says: phrasesOf("cair pela metade, cair a metade, cair pra metade, cair para a metade"),
    },
    {
      is: "changes",
      takes: "nothing",
      says: phrasesOf(
        "mudar, muda, mude, mudar de valor, mudar de preco, mudar de status, mudar de estado, mudar de situacao, alterar, se alterar, for alterado, for alterada, for atualizado, for atualizada, tiver novidade, tiver alguma novidade, tiver atualizacao, tiver mudanca, tiver alguma mudanca, sofrer alteracao, tiver alguma atualizacao",
      ),
    },
    {
      is: "becomes",
      takes: "tail",
      says: phrasesOf(
        "for, estiver, ficar, virar, passar a ser, passar para, mudar para, se tornar, tiver sido, constar como, aparecer como, sair para",
      ),
    },
  ],
  beforeAmount: phrasesOf(
    "mais de, mais que, uns, umas, pelo menos, ao menos, no minimo, cerca de, acima de, em, de, em mais de, mais do que, em pelo menos, em torno de",
  ),
  sinceDay: phrasesOf(
    "no dia, num dia, em um dia, em um unico dia, hoje, no mesmo dia, no pregao, ao longo do dia, dentro do dia, num unico dia, desde ontem, em relacao a ontem, em relacao ao fechamento, em relacao ao fechamento de ontem, em relacao ao dia anterior, comparado a ontem, comparado com ontem, contra ontem, sobre o fechamento de ontem, sobre o fechamento anterior",
  ),
  sinceNow: phrasesOf(
    "em relacao a hoje, em relacao a agora, em relacao ao preco de hoje, em relacao ao preco atual, em relacao ao valor atual, em relacao ao preco de agora, a partir de agora, a partir de hoje, a partir daqui, desde agora, desde hoje, do preco atual, do valor atual, do preco de hoje, sobre o preco atual, sobre o preco de hoje, comparado a hoje, comparado com hoje, frente ao preco atual, contra o preco atual",
  ),
  orLess: phrasesOf("ou menos, ou abaixo, ou abaixo disso, ou menor, para baixo, no maximo"),
  orMore: phrasesOf("ou mais, ou acima, ou acima disso, ou maior, para cima, no minimo"),
  fillers: new Set("de novo novamente finalmente realmente ja".split(" ")),
  bandTo: phrasesOf("a, e, ate, e os, e as"),
  bandEnd: phrasesOf("de reais, reais"),
  either: phrasesOf("ou"),
  negators: new Set("nao nunca jamais sem deixar deixa deixe parar nem".split(" ")),
  sides: new Set("acima abaixo mais menos maior menor superior inferior".split(" ")),
  gradable: new Set(
    "barato barata baratos baratas baratinho baratinha caro cara caros caras alto alta altos altas baixo baixa baixos baixas bom boa bons boas bem mal ruim ruins melhor pior muito muita pouco pouca bastante demais mais menos maior menor tao acima abaixo interessante atrativa atrativo vantajoso vantajosa favoravel estavel volatil forte fraca fraco positivo positiva negativo negativa subindo caindo verde vermelho azul quase perto longe proxima proximo entre".split(
      " ",
    ),
  ),
  lateDo: phrasesOf(
    "mesmo se atrasar, mesmo que atrase, mesmo atrasado, mesmo atrasada, mesmo com atraso, mesmo que seja com atraso, mesmo que seja atrasado, nem que seja atrasado, nem que seja com atraso, nem que atrase, ainda que atrase, ainda que atrasado, mesmo fora do horario, mesmo fora de hora, mesmo que passe da hora, mesmo que passe do horario",
  ),
  lateSkip: phrasesOf(
    "so se for na hora, so se for na hora certa, so na hora certa, se atrasar pula, se atrasar pule, se atrasar pode pular, se passar da hora pula, se passar da hora pode pular",
  ),
  slack: phrasesOf(
    "com folga de, com uma folga de, com margem de, com uma margem de, com banda de, com uma banda de, com histerese de, e so avisa de novo se voltar, so avisa de novo se voltar, e avisa de novo so se voltar, e so de novo se voltar, so de novo se voltar, e de novo so depois de voltar, e so de novo depois de voltar",
  ),
  currency: phrasesOf(
    "reais, real, dolares, dolar, euros, euro, conto, contos, pila, pilas, pratas, pontos, ponto, mangos, coroas, de reais, de dolares, centavos, acoes, papeis, unidades",
  ),
};
