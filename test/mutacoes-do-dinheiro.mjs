// Deliberate faults in the rules of money coming in; run by `mutacoes.mjs`.
// biome-ignore-all lint/style/noExcessiveLinesPerFile: one fault after another
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: parts of programs, as they are written
const CONCILIACAO = 'src/domain/conciliacao.ts'
const SUGESTOES = 'src/domain/sugestoes.ts'
const REPETICAO = 'src/domain/repeticao.ts'
const CODIGO = 'src/domain/codigo.ts'
const DEVOLUCAO = 'src/domain/devolucao.ts'
const RETENCAO = 'src/server/regua/retencao.queries.ts'
const JULGAR = 'src/server/conciliacao/julgar.actions.ts'
const ATRASADOS = 'src/server/conciliacao/atrasados.queries.ts'
const REGISTRAR = 'src/server/movimentos/registrar.actions.ts'

const DA_CONCILIACAO = ['src/domain/conciliacao.test.ts', 'src/domain/sugestoes.test.ts']
const DA_REPETICAO = ['src/domain/repeticao.test.ts']
const DO_CODIGO = ['src/domain/codigo.test.ts']
const DA_DEVOLUCAO = ['src/domain/devolucao.test.ts', 'src/server/conciliacao/devolucoes.test.ts']
const DO_JULGAMENTO = ['src/server/conciliacao/julgar.test.ts']
const DAS_DECISOES = ['src/server/conciliacao/decisoes.test.ts']
const DO_REGISTRO = ['src/server/movimentos/registrar.test.ts']
const DO_PELO_PIX = ['src/server/conciliacao/pelo-pix.test.ts']
const DOS_CODIGOS = ['src/server/codigos/codigos.test.ts']
const DO_PSP = ['src/server/codigos/com-psp.test.ts']
const DO_CODIGO_DE_NOVO = ['src/server/codigos/dado-de-novo.test.ts']
const DO_WEBHOOK = ['src/server/recebimento/webhook.test.ts']
const DA_VARREDURA = ['src/server/recebimento/varredura.test.ts']
const DO_BOTAO = ['src/server/despacho/botao.test.ts']

const dominio = (nome, arquivo, de, para, testes) => ({
  nome: `money: ${nome}`,
  edicoes: [[arquivo, de, para]],
  testes,
})

/** Each fault: its name, the file, the text to replace, its replacement, and the tests that must catch it (the walks, if none is named). */
export const FALHAS_DO_DINHEIRO = [
  // Accounts that the engine must not bill.
  {
    nome: 'money: an account whose money may be on its way is billed all the same',
    edicoes: [[RETENCAO, ' union all ${aCaminho(quando, clientes)}', '']],
  },
  dominio(
    'nobody is left in peace for a suggestion',
    'src/server/conciliacao/sugestoes.actions.ts',
    'if (contas.length > 0) await porACaminho(trx, contas, agora)',
    '',
    DO_JULGAMENTO,
  ),
  dominio(
    'what came again holds an account that was not billed since',
    'src/server/conciliacao/travas.queries.ts',
    'where conta_a_caminho.desde is null or exists (',
    'where true or exists (',
    DO_JULGAMENTO,
  ),
  // Matching.
  dominio(
    'a code is applied whatever the amount',
    CONCILIACAO,
    '!codigo || outro || !pedeIsto(codigo, movimento.valorCentavos, componentes)',
    '!codigo || outro',
    DA_CONCILIACAO,
  ),
  dominio(
    'what a PSP reckoned need not be of this code',
    CONCILIACAO,
    'originalCentavos === codigo.partes[0]!.valorCentavos && ',
    '',
    DA_CONCILIACAO,
  ),
  dominio(
    'what a code’s account owed, typed in before, is applied again',
    CONCILIACAO,
    'if (jaRegistrado(codigo.clienteId, valorCentavos, candidatos)) return null',
    '',
    DA_CONCILIACAO,
  ),
  dominio(
    'a number of two accounts is applied to the first',
    CONCILIACAO,
    'if (!conta || outra) return null',
    'if (!conta) return null',
    DA_CONCILIACAO,
  ),
  dominio(
    'a boleto is applied whatever the amount',
    CONCILIACAO,
    'if (valorCentavos !== conta.devidoCentavos && !semEncargos) return null',
    '',
    DA_CONCILIACAO,
  ),
  dominio(
    'charges are forgiven beyond what the company forgives',
    CONCILIACAO,
    ' && encargos <= perdaoMaximoCentavos',
    '',
    DA_CONCILIACAO,
  ),
  dominio(
    'what a person undid is applied by itself again',
    CONCILIACAO,
    'const certa = aConciliar.desfeito\n',
    'const certa = false\n',
    DA_CONCILIACAO,
  ),
  dominio(
    'a payment that was typed in is counted again as credit',
    CONCILIACAO,
    'if (creditoCentavos > 0 && jaRegistrado(codigo.clienteId, valorCentavos, candidatos)) return null',
    '',
    DA_CONCILIACAO,
  ),
  dominio(
    'of two people alike one is beyond doubt',
    SUGESTOES,
    '.size < 2) return sugestoes',
    '.size < 99) return sugestoes',
    DA_CONCILIACAO,
  ),
  dominio(
    'another document may be the same person',
    SUGESTOES,
    "if (igual === false) return { grau: 0, sinal: '' }",
    '',
    DA_CONCILIACAO,
  ),
  dominio(
    'an amount that many owe says whose it is',
    SUGESTOES,
    'if (iguais.length > MUITAS_DO_MESMO_VALOR) return []',
    '',
    DA_CONCILIACAO,
  ),
  dominio(
    'the amount alone is a good reason',
    SUGESTOES,
    "[{ id: conta.id, valorCentavos }], 'baixa', 5 - i, porque)",
    "[{ id: conta.id, valorCentavos }], 'alta', 5 - i, porque)",
    DA_CONCILIACAO,
  ),
  dominio(
    'a suggestion gives an account more than it owes',
    SUGESTOES,
    'const parte = Math.min(resta, devidoCentavos)',
    'const parte = resta',
    DA_CONCILIACAO,
  ),
  dominio(
    'who pays late for somebody else is looked for nowhere',
    JULGAR,
    "ditas[i]!.situacao === 'novo' && !onde.lote",
    'false',
    DO_JULGAMENTO,
  ),
  dominio(
    'late, an amount that many owe says whose it is',
    ATRASADOS,
    'limit ${sql.lit(MUITAS_DO_MESMO_VALOR + 1)}) as a) <= ${sql.lit(MUITAS_DO_MESMO_VALOR)})',
    'limit 0) as a) <= 0)',
    DO_JULGAMENTO,
  ),
  dominio(
    'an overdue account cost about this much',
    'src/domain/encargos.ts',
    ' && aberto + totalCentavos === devidoCentavos',
    '',
    ['src/domain/encargos.test.ts'],
  ),
  // Duplicate reports.
  dominio(
    'of two equal lines of one file one is kept',
    REPETICAO,
    'const vez = (vistos.get(chave) ?? 0) + 1',
    'const vez = 1',
    DA_REPETICAO,
  ),
  dominio('one Pix is the same money as two lines', REPETICAO, '      usados.add(pix)\n', '', DA_REPETICAO),
  dominio(
    'a line is a Pix of another payer',
    REPETICAO,
    ' && mesmoPagador(extrato.pagador, pix.pagador)',
    '',
    DA_REPETICAO,
  ),
  dominio(
    'a customer pays for whoever was made anonymous',
    REPETICAO,
    '  if (um.deCliente || outro.deCliente) return null\n',
    '',
    ['src/server/movimentos/registrar.test.ts'],
  ),
  dominio(
    'anybody pays for whoever was made anonymous',
    REPETICAO,
    ' && sinalIgual(extrato, pix) === sinal',
    '',
    DA_REPETICAO,
  ),
  dominio('who was made anonymous left no sign', REPETICAO, 'if (!este || !aquele) return null', 'return null', [
    ...DA_REPETICAO,
    'src/server/ficha/pago-depois.test.ts',
  ]),
  dominio('two masks are one document', REPETICAO, 'return iguais >= 6', 'return true', DA_REPETICAO),
  dominio(
    'files and providers do not wait for each other',
    REGISTRAR,
    'deArquivo ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`',
    'deArquivo ? sql`pg_try_advisory_xact_lock` : sql`pg_try_advisory_xact_lock_shared`',
    DO_REGISTRO,
  ),
  dominio(
    'a Pix that both tell is two',
    REGISTRAR,
    'const novos = faltam.filter((i) => !repetidos.has(i))',
    'const novos = faltam',
    DO_REGISTRO,
  ),
  // Codes.
  dominio(
    'a code asks of an account that is not open',
    CODIGO,
    'contas.find(({ aberta, abertoCentavos }) => !aberta || abertoCentavos <= 0)',
    'contas.find(({ abertoCentavos }) => abertoCentavos < 0)',
    DO_CODIGO,
  ),
  dominio('a charge with due day for what is overdue', CODIGO, ' && unica!.vencimentoUtil >= hoje', '', DO_CODIGO),
  dominio('a charge with due day for what is disputed', CODIGO, ' && !unica!.contestada', '', DO_CODIGO),
  dominio(
    'what is above the owed is paid to the account',
    CODIGO,
    'Math.min(totalDoCodigo([parte]), conta.devidoCentavos)',
    'totalDoCodigo([parte])',
    DO_CODIGO,
  ),
  dominio(
    'a code paid pays an account that is not open',
    CODIGO,
    'if (!conta?.aberta) return []',
    'if (!conta) return []',
    DO_CODIGO,
  ),
  dominio(
    'a code of another amount is given again',
    CODIGO,
    'return texto(feito.partes) === texto(novo.partes)',
    'return true',
    DO_CODIGO,
  ),
  dominio('a code of yesterday is given again', CODIGO, ' || feito.valeAte < hoje', '', DO_CODIGO),
  dominio(
    'codes of yesterday go on',
    'src/server/codigos/vida.actions.ts',
    'and vale_ate < ${hoje}',
    'and vale_ate < ${hoje}::date - 99',
    DOS_CODIGOS,
  ),
  dominio(
    'a dispute leaves the code alive',
    'src/server/codigos/vida.actions.ts',
    "codigo_conta where situacao = 'emitido' and conta_id",
    "codigo_conta where situacao = 'pago' and conta_id",
    DOS_CODIGOS,
  ),
  dominio(
    'a factor of a boleto never turns',
    'src/domain/boleto.ts',
    'const VOLTA_DO_FATOR = 9_000',
    'const VOLTA_DO_FATOR = 90_000',
    ['src/domain/boleto.test.ts'],
  ),
  dominio(
    'a boleto of another amount is taken',
    'src/domain/boleto.ts',
    'if (valorCentavos !== null && valorCentavos !== conta.valorCentavos)',
    'if (valorCentavos === undefined)',
    ['src/domain/boleto.test.ts'],
  ),
  dominio(
    'a Pix code that was altered is read',
    'src/domain/brcode.ts',
    'if (crc16(texto.slice(0, -4)) !== texto.slice(-4).toUpperCase()) return { problema: ALTERADO }',
    '',
    ['src/domain/brcode.test.ts'],
  ),
  // Refunds.
  dominio(
    'what goes back takes payments before a credit',
    DEVOLUCAO,
    "'creditoCentavos', 'aplicadoCentavos'] as const",
    "'aplicadoCentavos', 'creditoCentavos'] as const",
    DA_DEVOLUCAO,
  ),
  dominio(
    'more goes back than came',
    DEVOLUCAO,
    '.filter(({ restaCentavos }) => restaCentavos >= devolucao.valorCentavos)',
    '',
    ['src/domain/devolucao.test.ts'],
  ),
  dominio(
    'what went back may be of any payer',
    DEVOLUCAO,
    'iguais.filter(({ movimento }) => mesmoPagador(movimento.pagador, devolucao.pagador))',
    'iguais',
    ['src/domain/devolucao.test.ts'],
  ),
  dominio(
    'the reopened are billed at once',
    'src/server/conciliacao/devolucoes.actions.ts',
    '  await reabrir(trx, contas, causa.agora)\n',
    '',
    DA_DEVOLUCAO,
  ),
  // Decisions of people.
  dominio(
    'what is decided may be decided again',
    'src/server/conciliacao/travas.queries.ts',
    'if (!indeciso(movimento)) throw jaConciliado(movimento, VEJA)',
    '',
    DAS_DECISOES,
  ),
  dominio(
    'a movement is decided about without its lock',
    'src/server/conciliacao/travas.queries.ts',
    "where('id', '=', id).forUpdate().executeTakeFirst()",
    "where('id', '=', id).executeTakeFirst()",
    DAS_DECISOES,
  ),
  dominio(
    'a credit of one customer pays another',
    'src/server/conciliacao/aplicar.actions.ts',
    'donos.some((dono) => dono !== movimento.cliente_id)',
    'donos.length === 0',
    DAS_DECISOES,
  ),
  dominio(
    'a rest between several customers is nobody’s',
    'src/server/conciliacao/aplicar.actions.ts',
    'if (donos.length > 1 && resto > 0)',
    'if (donos.length > 99 && resto > 0)',
    DAS_DECISOES,
  ),
  dominio(
    'a payment of another amount is linked',
    'src/server/conciliacao/decisoes.actions.ts',
    'if (pagamento.valor_centavos !== movimento.sem_dono_centavos)',
    'if (pagamento.valor_centavos < 0)',
    DAS_DECISOES,
  ),
  dominio(
    'what the bank proved comes again by undoing',
    'src/server/conciliacao/decisoes.actions.ts',
    '`devolvido_centavos - sem_prova_centavos`',
    '`0`',
    DA_DEVOLUCAO,
  ),
  dominio(
    'what looked certain is not decided again under the lock',
    JULGAR,
    'const decisao = await decidirAgora()\n  if',
    'const decisao = antes\n  if',
    DO_JULGAMENTO,
  ),
  dominio(
    'a file is taken back after somebody decided',
    'src/server/conciliacao/desfazer.actions.ts',
    '  recusarUsados(movimentos)\n',
    '',
    ['src/server/conciliacao/importar.test.ts'],
  ),
  dominio(
    'what a person undid is forgotten with its file',
    'src/server/conciliacao/desfazer.actions.ts',
    'where m.desfeito and m.id = any(',
    'where false and m.id = any(',
    ['src/server/conciliacao/importar.test.ts'],
  ),
  dominio(
    'what a person undid is applied by itself when its file comes again',
    REGISTRAR,
    'desfeito: desfeitos.has(i)',
    'desfeito: false',
    ['src/server/conciliacao/importar.test.ts'],
  ),
  dominio(
    'of a customer only the oldest accounts are looked at',
    'src/server/conciliacao/clientes-candidatos.queries.ts',
    'const CONTAS_DE_CADA_UM = 500',
    'const CONTAS_DE_CADA_UM = 25',
    DO_JULGAMENTO,
  ),
  dominio(
    'beyond the oldest, an account that a title names is not looked at',
    'src/server/conciliacao/clientes-candidatos.queries.ts',
    'if (ids.length === 0) return []\n',
    'return []\n',
    DO_JULGAMENTO,
  ),
  dominio(
    'an operator takes the place of the code of an accepted offer',
    'src/server/codigos/emitir.actions.ts',
    "if (causa.origem !== 'pagina') await pouparProposta",
    'if (false) await pouparProposta',
    ['src/server/ofertas/ofertas.test.ts'],
  ),
  dominio(
    'a code of the PSP that asks another amount is sent',
    'src/server/codigos/completar.actions.ts',
    '    feita.valor.originalCentavos === codigo.valorCentavos',
    '    true',
    DO_PSP,
  ),
  dominio(
    'a code of the PSP that pays the charge of somebody else is sent',
    'src/server/codigos/completar.actions.ts',
    'feita.valor.txid === codigo.txid',
    'true',
    DO_PSP,
  ),
  dominio(
    'a file takes back what another told too',
    'src/server/conciliacao/desfazer.actions.ts',
    'and not exists (select from movimento_visto o where',
    'and true or not exists (select from movimento_visto o where',
    ['src/server/conciliacao/importar.test.ts'],
  ),
  // Payments reported by the PSP, and the payment button.
  dominio(
    'a Pix to another key is ours',
    'src/server/recebimento/movimentos-do-pix.ts',
    'deOutrem || ',
    '',
    DO_WEBHOOK,
  ),
  dominio(
    'a refund that failed is money that went back',
    'src/server/recebimento/movimentos-do-pix.ts',
    "status === 'DEVOLVIDO' && ",
    '',
    DO_WEBHOOK,
  ),
  dominio(
    'any secret is heard',
    'src/server/recebimento/webhook.routes.ts',
    'segredo === null || !iguais(request.params.segredo, segredo)',
    'segredo === null',
    DO_WEBHOOK,
  ),
  dominio(
    'the sweep begins where the last one ended',
    'src/server/recebimento/varredura.actions.ts',
    'agora.getTime()) - HORA_MS',
    'agora.getTime())',
    DA_VARREDURA,
  ),
  dominio(
    'a boleto is the Pix of whoever paid as much',
    REPETICAO,
    ' &&\n  mesmoPagador(boleto.pagador, pix.pagador)',
    '',
    DO_PELO_PIX,
  ),
  dominio(
    'a day’s lump that another return explains is opened again with this one',
    'src/server/conciliacao/mesmo-boleto.actions.ts',
    'soma(com) && !soma(sem)',
    'soma(com)',
    DO_PELO_PIX,
  ),
  dominio(
    'a Pix of any code of ours is a boleto',
    'src/server/conciliacao/candidatos.queries.ts',
    ' and not exists (select from codigo k where k.txid = m.txid)',
    '',
    DO_PELO_PIX,
  ),
  dominio(
    'a boleto is paid though its Pix was given to something else',
    CONCILIACAO,
    'movimento.naoFecha || ditoAntes(movimento, candidatos.decididos ?? [])',
    'movimento.naoFecha',
    DO_PELO_PIX,
  ),
  dominio(
    'a title paid with a discount is applied by one press',
    SUGESTOES,
    'titulos.length > 1 || reducao || deOutroBanco',
    'titulos.length > 1 || deOutroBanco',
    DA_CONCILIACAO,
  ),
  dominio(
    'a charge that the PSP removed is given again',
    'src/server/codigos/completar.actions.ts',
    "dita.valor.status.startsWith('REMOVIDA')",
    'false',
    DO_CODIGO_DE_NOVO,
  ),
  dominio(
    'the sweep believes our clock',
    'src/server/recebimento/varredura.actions.ts',
    'varrido_ate: ateOnde(agora, api.hora())',
    'varrido_ate: agora',
    DA_VARREDURA,
  ),
  dominio(
    'a sweep that failed counts as made',
    'src/server/recebimento/varredura.actions.ts',
    '.$if(entrou.parou === null, (mudanca)',
    '.$if(true, (mudanca)',
    DA_VARREDURA,
  ),
  dominio(
    'a static code goes by the button',
    'src/server/despacho/botao.ts',
    "if (!meio || tipo === 'pix_estatico') return corpo",
    'if (!meio) return corpo',
    DO_BOTAO,
  ),
  dominio(
    'who cannot see the button is sent it',
    'src/server/despacho/botao.ts',
    ' && !sem_botao_de_pagamento',
    '',
    DO_BOTAO,
  ),
  dominio(
    'the button goes though it was turned off',
    'src/server/despacho/codigos.actions.ts',
    'meios?.comPsp && meios.botao ?',
    'meios?.comPsp ?',
    DO_BOTAO,
  ),
  dominio(
    'each try of a message has the same reference',
    'src/server/despacho/botao.ts',
    '`${referencia}-${tentativas}`',
    '`${referencia}`',
    DO_BOTAO,
  ),
]
