// Deliberate faults in the rules of money coming in; run by `mutacoes.mjs`.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: parts of programs, as they are written
import { em, PASSEIOS } from './falhas-em.mjs'

const CONCILIACAO = 'src/domain/conciliacao.ts'
const REPETICAO = 'src/domain/repeticao.ts'
const DEVOLUCAO = 'src/domain/devolucao.ts'
const REGISTRAR = 'src/server/movimentos/registrar.actions.ts'
const DA_CONCILIACAO = ['src/domain/conciliacao.test.ts', 'src/domain/sugestoes.test.ts']
const DA_DEVOLUCAO = ['src/domain/devolucao.test.ts', 'src/server/conciliacao/devolucoes.test.ts']
const DO_JULGAMENTO = ['src/server/conciliacao/julgar.test.ts', 'src/server/conciliacao/julgar-codigos.test.ts']
const DAS_DECISOES = ['src/server/conciliacao/decisoes.test.ts']
const DO_REGISTRO = ['src/server/movimentos/registrar.test.ts']
const DO_PELO_PIX = ['src/server/conciliacao/pelo-pix.test.ts']
const DO_WEBHOOK = ['src/server/recebimento/webhook.test.ts']
const DO_BOTAO = ['src/server/despacho/botao.test.ts']

const FALHAS = [
  ...em('src/server/regua/retencao.queries.ts', PASSEIOS, {
    'an account whose money may be on its way is billed all the same': [
      " union all ${aCaminho(quando, deles('a.cliente_id', clientes))}",
      '',
    ],
  }),
  ...em('src/server/conciliacao/sugestoes.actions.ts', DO_JULGAMENTO, {
    'nobody is left in peace for a suggestion': ['if (contas.length > 0) await porACaminho(trx, contas, agora)', ''],
  }),
  ...em('src/server/conciliacao/travas.queries.ts', DO_JULGAMENTO, {
    'what came again holds an account that was not billed since': [
      'where conta_a_caminho.desde is null or exists (',
      'where true or exists (',
    ],
  }),
  ...em('src/server/conciliacao/travas.queries.ts', DAS_DECISOES, {
    'what is decided may be decided again': ['if (!indeciso(movimento)) throw jaConciliado(movimento, VEJA)', ''],
    'a movement is decided about without its lock': [
      "where('id', '=', id).forUpdate().executeTakeFirst()",
      "where('id', '=', id).executeTakeFirst()",
    ],
  }),
  ...em(CONCILIACAO, DA_CONCILIACAO, {
    'a code is applied whatever the amount': [
      '!codigo || outro || !pedeIsto(codigo, movimento.valorCentavos, componentes)',
      '!codigo || outro',
    ],
    'what a PSP reckoned need not be of this code': ['originalCentavos === codigo.partes[0]!.valorCentavos && ', ''],
    'what a code’s account owed, typed in before, is applied again': [
      'if (jaRegistrado(codigo.clienteId, valorCentavos, candidatos)) return null',
      '',
    ],
    'a number of two accounts is applied to the first': ['if (!conta || outra) return null', 'if (!conta) return null'],
    'a boleto is applied whatever the amount': [
      'if (valorCentavos !== conta.devidoCentavos && !semEncargos) return null',
      '',
    ],
    'charges are forgiven beyond what the company forgives': [' && encargos <= perdaoMaximoCentavos', ''],
    'what a person undid is applied by itself again': ['const certa = aConciliar.desfeito\n', 'const certa = false\n'],
    'a payment that was typed in is counted again as credit': [
      'if (creditoCentavos > 0 && jaRegistrado(codigo.clienteId, valorCentavos, candidatos)) return null',
      '',
    ],
  }),
  ...em(CONCILIACAO, DO_PELO_PIX, {
    'a boleto is paid though its Pix was given to something else': [
      'movimento.naoFecha || ditoAntes(movimento, candidatos.decididos ?? [])',
      'movimento.naoFecha',
    ],
  }),
  ...em('src/domain/sugestoes.ts', DA_CONCILIACAO, {
    'of two people alike one is beyond doubt': ['.size < 2) return sugestoes', '.size < 99) return sugestoes'],
    'another document may be the same person': ["if (igual === false) return { grau: 0, sinal: '' }", ''],
    'an amount that many owe says whose it is': ['if (iguais.length > MUITAS_DO_MESMO_VALOR) return []', ''],
    'the amount alone is a good reason': [
      "[{ id: conta.id, valorCentavos }], 'baixa', 5 - i, porque)",
      "[{ id: conta.id, valorCentavos }], 'alta', 5 - i, porque)",
    ],
    'a suggestion gives an account more than it owes': [
      'const parte = Math.min(resta, devidoCentavos)',
      'const parte = resta',
    ],
    'a title paid with a discount is applied by one press': [
      'titulos.length > 1 || reducao || deOutroBanco',
      'titulos.length > 1 || deOutroBanco',
    ],
  }),
  ...em('src/server/conciliacao/julgar.actions.ts', DO_JULGAMENTO, {
    'who pays late for somebody else is looked for nowhere': ["ditas[i]!.situacao === 'novo' && !onde.lote", 'false'],
    'what looked certain is not decided again under the lock': [
      'const decisao = await decidirAgora()\n  if',
      'const decisao = antes\n  if',
    ],
  }),
  ...em('src/server/conciliacao/atrasados.queries.ts', DO_JULGAMENTO, {
    'late, an amount that many owe says whose it is': [
      'limit ${sql.lit(MUITAS_DO_MESMO_VALOR + 1)}) as a) <= ${sql.lit(MUITAS_DO_MESMO_VALOR)})',
      'limit 0) as a) <= 0)',
    ],
  }),
  ...em('src/domain/encargos.ts', ['src/domain/encargos.test.ts'], {
    'an overdue account cost about this much': [' && aberto + totalCentavos === devidoCentavos', ''],
  }),
  ...em(REPETICAO, ['src/domain/repeticao.test.ts'], {
    'of two equal lines of one file one is kept': ['const vez = (vistos.get(chave) ?? 0) + 1', 'const vez = 1'],
    'one Pix is the same money as two lines': ['      usados.add(pix)\n', ''],
    'a line is a Pix of another payer': [' && mesmoPagador(extrato.pagador, pix.pagador)', ''],
    'anybody pays for whoever was made anonymous': [' && sinalIgual(extrato, pix) === sinal', ''],
    'two masks are one document': ['return iguais >= 6', 'return true'],
  }),
  ...em(REPETICAO, DO_REGISTRO, {
    'a customer pays for whoever was made anonymous': ['  if (um.deCliente || outro.deCliente) return null\n', ''],
  }),
  ...em(REPETICAO, ['src/domain/repeticao.test.ts', 'src/server/ficha/pago-depois.test.ts'], {
    'who was made anonymous left no sign': ['if (!este || !aquele) return null', 'return null'],
  }),
  ...em(REPETICAO, DO_PELO_PIX, {
    'a boleto is the Pix of whoever paid as much': [' &&\n  mesmoPagador(boleto.pagador, pix.pagador)', ''],
  }),
  ...em(REGISTRAR, DO_REGISTRO, {
    'files and providers do not wait for each other': [
      'deArquivo ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`',
      'deArquivo ? sql`pg_try_advisory_xact_lock` : sql`pg_try_advisory_xact_lock_shared`',
    ],
    'a Pix that both tell is two': ['const novos = faltam.filter((i) => !repetidos.has(i))', 'const novos = faltam'],
  }),
  ...em(REGISTRAR, ['src/server/conciliacao/importar.test.ts'], {
    'what a person undid is applied by itself when its file comes again': [
      'desfeito: desfeitos.has(i)',
      'desfeito: false',
    ],
  }),
  ...em('src/domain/codigo.ts', ['src/domain/codigo.test.ts'], {
    'a code asks of an account that is not open': [
      'contas.find(({ aberta, abertoCentavos }) => !aberta || abertoCentavos <= 0)',
      'contas.find(({ abertoCentavos }) => abertoCentavos < 0)',
    ],
    'a charge with due day for what is overdue': [' && unica!.vencimentoUtil >= hoje', ''],
    'a charge with due day for what is disputed': [' && !unica!.contestada', ''],
    'what is above the owed is paid to the account': [
      'Math.min(totalDoCodigo([parte]), conta.devidoCentavos)',
      'totalDoCodigo([parte])',
    ],
    'a code paid pays an account that is not open': ['if (!conta?.aberta) return []', 'if (!conta) return []'],
    'a code of another amount is given again': ['return texto(feito.partes) === texto(novo.partes)', 'return true'],
    'a code of yesterday is given again': [' || feito.valeAte < hoje', ''],
  }),
  ...em('src/server/codigos/vida.actions.ts', ['src/server/codigos/codigos.test.ts'], {
    'codes of yesterday go on': ['and vale_ate < ${hoje}', 'and vale_ate < ${hoje}::date - 99'],
    'a dispute leaves the code alive': [
      "codigo_conta where situacao = 'emitido' and conta_id",
      "codigo_conta where situacao = 'pago' and conta_id",
    ],
  }),
  ...em('src/domain/boleto.ts', ['src/domain/boleto.test.ts'], {
    'a factor of a boleto never turns': ['const VOLTA_DO_FATOR = 9_000', 'const VOLTA_DO_FATOR = 90_000'],
    'a boleto of another amount is taken': [
      'if (valorCentavos !== null && valorCentavos !== conta.valorCentavos)',
      'if (valorCentavos === undefined)',
    ],
  }),
  ...em('src/domain/brcode.ts', ['src/domain/brcode.test.ts'], {
    'a Pix code that was altered is read': [
      'if (crc16(texto.slice(0, -4)) !== texto.slice(-4).toUpperCase()) return { problema: ALTERADO }',
      '',
    ],
  }),
  ...em(DEVOLUCAO, DA_DEVOLUCAO, {
    'what goes back takes payments before a credit': [
      "'creditoCentavos', 'aplicadoCentavos'] as const",
      "'aplicadoCentavos', 'creditoCentavos'] as const",
    ],
  }),
  ...em(DEVOLUCAO, ['src/domain/devolucao.test.ts'], {
    'more goes back than came': ['.filter(({ restaCentavos }) => restaCentavos >= devolucao.valorCentavos)', ''],
    'what went back may be of any payer': [
      'iguais.filter(({ movimento }) => mesmoPagador(movimento.pagador, devolucao.pagador))',
      'iguais',
    ],
  }),
  ...em('src/server/conciliacao/devolucoes.actions.ts', DA_DEVOLUCAO, {
    'the reopened are billed at once': ['  await reabrir(trx, contas, causa.agora)\n', ''],
  }),
  ...em('src/server/conciliacao/aplicar.actions.ts', DAS_DECISOES, {
    'a credit of one customer pays another': [
      'donos.some((dono) => dono !== movimento.cliente_id)',
      'donos.length === 0',
    ],
    'a rest between several customers is nobody’s': [
      'if (donos.length > 1 && resto > 0)',
      'if (donos.length > 99 && resto > 0)',
    ],
  }),
  ...em('src/server/conciliacao/decisoes.actions.ts', DAS_DECISOES, {
    'a payment of another amount is linked': [
      'if (pagamento.valor_centavos !== movimento.sem_dono_centavos)',
      'if (pagamento.valor_centavos < 0)',
    ],
  }),
  ...em('src/server/conciliacao/decisoes.actions.ts', DA_DEVOLUCAO, {
    'what the bank proved comes again by undoing': ['`devolvido_centavos - sem_prova_centavos`', '`0`'],
  }),
  ...em('src/server/conciliacao/desfazer.actions.ts', ['src/server/conciliacao/importar.test.ts'], {
    'a file is taken back after somebody decided': ['  recusarUsados(movimentos)\n', ''],
    'what a person undid is forgotten with its file': [
      'where m.desfeito and m.id = any(',
      'where false and m.id = any(',
    ],
    'a file takes back what another told too': [
      'and not exists (select from movimento_visto o where',
      'and true or not exists (select from movimento_visto o where',
    ],
  }),
  ...em('src/server/conciliacao/clientes-candidatos.queries.ts', DO_JULGAMENTO, {
    'of a customer only the oldest accounts are looked at': [
      'const CONTAS_DE_CADA_UM = 500',
      'const CONTAS_DE_CADA_UM = 25',
    ],
    'beyond the oldest, an account that a title names is not looked at': [
      'if (ids.length === 0) return []\n',
      'return []\n',
    ],
  }),
  ...em('src/server/codigos/emitir.actions.ts', ['src/server/ofertas/aceite.test.ts'], {
    'an operator takes the place of the code of an accepted offer': [
      "if (causa.origem !== 'pagina') await pouparProposta",
      'if (false) await pouparProposta',
    ],
  }),
  ...em('src/server/codigos/completar.actions.ts', ['src/server/codigos/com-psp.test.ts'], {
    'a code of the PSP that asks another amount is sent': [
      '    feita.valor.originalCentavos === codigo.valorCentavos',
      '    true',
    ],
    'a code of the PSP that pays the charge of somebody else is sent': ['feita.valor.txid === codigo.txid', 'true'],
  }),
  ...em('src/server/codigos/completar.actions.ts', ['src/server/codigos/dado-de-novo.test.ts'], {
    'a charge that the PSP removed is given again': ["dita.valor.status.startsWith('REMOVIDA')", 'false'],
  }),
  ...em('src/server/recebimento/movimentos-do-pix.ts', DO_WEBHOOK, {
    'a Pix to another key is ours': ['deOutrem || ', ''],
    'a refund that failed is money that went back': ["status === 'DEVOLVIDO' && ", ''],
  }),
  ...em('src/server/recebimento/webhook.routes.ts', DO_WEBHOOK, {
    'any secret is heard': ['segredo === null || !iguais(request.params.segredo, segredo)', 'segredo === null'],
  }),
  ...em('src/server/recebimento/varredura.actions.ts', ['src/server/recebimento/varredura.test.ts'], {
    'the sweep begins where the last one ended': ['agora.getTime()) - HORA_MS', 'agora.getTime())'],
    'the sweep believes our clock': ['varrido_ate: ateOnde(agora, api.hora())', 'varrido_ate: agora'],
    'a sweep that failed counts as made': ['.$if(entrou.parou === null, (mudanca)', '.$if(true, (mudanca)'],
  }),
  ...em('src/server/conciliacao/mesmo-boleto.actions.ts', DO_PELO_PIX, {
    'a day’s lump that another return explains is opened again with this one': ['soma(com) && !soma(sem)', 'soma(com)'],
  }),
  ...em('src/server/conciliacao/candidatos.queries.ts', DO_PELO_PIX, {
    'a Pix of any code of ours is a boleto': [' and not exists (select from codigo k where k.txid = m.txid)', ''],
  }),
  ...em('src/server/despacho/botao.ts', DO_BOTAO, {
    'a static code goes by the button': [
      "if (!meio || tipo === 'pix_estatico') return corpo",
      'if (!meio) return corpo',
    ],
    'who cannot see the button is sent it': [' && !sem_botao_de_pagamento', ''],
    'each try of a message has the same reference': ['`${referencia}-${tentativas}`', '`${referencia}`'],
  }),
  ...em('src/server/despacho/codigos.actions.ts', DO_BOTAO, {
    'the button goes though it was turned off': ['meios?.comPsp && meios.botao ?', 'meios?.comPsp ?'],
  }),
]

export const FALHAS_DO_DINHEIRO = FALHAS.map((uma) => ({ ...uma, nome: `money: ${uma.nome}` }))
