// Section 2: each bank sample file over the API: its movements, imported once, what waits for a decision, and undoing.
import { readFileSync } from 'node:fs'
import { allPages, cents, equal, expect, fields, listOf, status } from '../conformance/support.mjs'
import { criarZip } from '../zip.ts'
import { CONCILIACAO, conflito, criarCliente, daquiA, fechamento, recusa } from './mundo.mjs'

const PASTA = new URL('../samples/banco/', import.meta.url)
const ESPERADO = JSON.parse(readFileSync(new URL('expected.json', PASTA), 'utf8'))
const amostra = (nome) => readFileSync(new URL(nome, PASTA))

/** Kinds of statement line that are not movements. */
const DE_FORA = new Set(['balance', 'future', 'card'])

export async function percorrer(mundo) {
  const { check, admin } = mundo
  const enviar = (nome, conteudo, { simular = false, aceitar = 'outra_conta,totais' } = {}) =>
    admin.upload(`${CONCILIACAO}/importar${simular ? '?simular=1' : ''}`, 'arquivo', nome, conteudo, {
      extra: aceitar ? { aceitar } : {},
    })
  const importar = async (nome, opcoes) => status(await enviar(nome, amostra(nome), opcoes), 200).body
  const desfazer = (id) => admin.post(`${CONCILIACAO}/importacoes/${id}/desfazer`, {})
  const trazidos = (id) => allPages(admin, `${CONCILIACAO}/movimentos?importacao_id=${id}`)
  const meios = { ...mundo, enviar, importar, desfazer, trazidos }
  for (const [nome, esperado] of Object.entries(ESPERADO)) {
    if (esperado.refuse)
      await check(`arquivos: ${nome} is refused, by its name, and brings nothing`, () => recusado(meios, nome))
    else await check(`arquivos: ${nome} brings what it says, and is taken back`, () => trazido(meios, nome, esperado))
  }
  await sobrepostos(meios)
  await pendentes(meios)
  await usado(meios)
}

async function recusado({ enviar, admin }, nome) {
  const antes = listOf(status(await admin.get(`${CONCILIACAO}/movimentos`), 200)).length
  const { errors } = recusa(await enviar(nome, amostra(nome)), 422, 'arquivo')
  expect(errors.arquivo[0].includes(nome), 'the file’s name in the sentence', errors)
  equal(listOf(status(await admin.get(`${CONCILIACAO}/movimentos`), 200)).length, antes, 'movements after')
}

async function trazido({ importar, enviar, desfazer, trazidos, ...mundo }, nome, { accounts, movements, mustWarn }) {
  const simulado = await importar(nome, { simular: true })
  const feito = await importar(nome)
  fields(feito, CAMPOS, 'the answer')
  for (const campo of ['movimentos', 'novos', 'repetidos', 'sugeridos', 'sem_dono', 'ignorados', 'valor_total'])
    equal(simulado[campo], feito[campo], `${campo}, as the simulation said`)
  equal(feito.novos + feito.repetidos, feito.movimentos, 'new and known')
  if (mustWarn) {
    const { avisos, pendencias } = status(await enviar(nome, amostra(nome), { simular: true, aceitar: '' }), 200).body
    expect(avisos.length + pendencias.filter(({ motivo }) => motivo === 'totais').length > 0, 'a warning', feito)
  }
  const movimentos = await trazidos(feito.importacao_id)
  equal(movimentos.length, feito.novos, 'the movements listed')
  if (accounts) conferirExtrato(movimentos, accounts)
  else conferirRetorno(movimentos, movements)
  await fechamento(mundo)
  status(await desfazer(feito.importacao_id), 200)
  equal((await trazidos(feito.importacao_id)).length, 0, 'left after it was undone')
}

const CAMPOS = [
  ...['importacao_id', 'arquivos', 'movimentos', 'novos', 'repetidos', 'aplicados', 'sugeridos', 'sem_dono'],
  ...['ignorados', 'valor_total', 'avisos', 'pendencias', 'erros'],
]
const emOrdem = (linhas) => linhas.map((linha) => linha.join(' ')).sort()

function conferirExtrato(movimentos, contas) {
  const linhas = contas.flatMap(({ lines }) => lines).filter(({ kind }) => !DE_FORA.has(kind))
  equal(
    emOrdem(movimentos.map(({ dia, valor }) => [dia, cents(valor)])).join(),
    emOrdem(linhas.map(({ date, amount }) => [date, Math.abs(amount)])).join(),
    'day and amount of each line',
  )
  for (const { date, amount, kind } of linhas.filter(({ kind }) => kind === 'in' || kind === 'refund-out'))
    expect(
      movimentos.some(
        (um) =>
          um.tipo === (kind === 'in' ? 'credito' : 'devolucao') &&
          um.dia === date &&
          cents(um.valor) === Math.abs(amount),
      ),
      `${kind} of ${amount} on ${date}`,
      movimentos.map(({ dia, valor, tipo }) => [dia, valor, tipo]),
    )
}

/** Only settled and partly paid lines count as money. */
function conferirRetorno(movimentos, linhas) {
  const pagas = linhas.filter(({ kind }) => kind === 'settle' || kind === 'partial')
  const creditos = movimentos.filter(({ tipo }) => tipo === 'credito')
  equal(
    emOrdem(creditos.map(({ dia, dia_credito, valor }) => [dia, dia_credito, cents(valor)])).join(),
    emOrdem(pagas.map(({ occurred, credit, paid }) => [occurred, credit || occurred, paid])).join(),
    'day, credit day and amount of what was paid',
  )
}

async function sobrepostos({ check, importar, enviar, desfazer }) {
  for (const [primeiro, segundo, novos] of [
    ['05-ofx-santander-primeiro-download.ofx', '06-ofx-santander-segundo-download-fitid-trocado.ofx', 2],
    ['09-ofx-inter-manha.ofx', '10-ofx-inter-noite-sequencia-deslocada.ofx', 2],
    ['32-cnab400-itau.ret', '37-cnab400-itau-dia-seguinte-repetidos.ret', 2],
  ])
    await check(`arquivos: ${segundo} after ${primeiro} brings ${novos}; any of them again nothing`, async () => {
      const feitos = [await importar(primeiro)]
      feitos.push(await importar(segundo))
      equal(feitos[1].novos, novos, 'new')
      for (const nome of [primeiro, segundo]) {
        feitos.push(await importar(nome))
        equal([feitos.at(-1).novos, feitos.at(-1).repetidos].join(), `0,${feitos.at(-1).movimentos}`, 'again')
      }
      for (const { importacao_id } of feitos.reverse()) status(await desfazer(importacao_id), 200)
    })
  await check('arquivos: a zip of several is one import, and says of which file each thing is', async () => {
    const nomes = ['08-ofx-nubank-utf8-cpf-mascarado.ofx', '33-cnab400-bradesco.ret', '17-ofx-erro-do-banco.ofx']
    const zip = criarZip(nomes.map((nome) => ({ nome, dados: amostra(nome) })))
    const feito = status(await enviar('julho.zip', zip), 200).body
    equal(feito.arquivos.map(({ formato }) => formato).join(), 'ofx,cnab400', 'the formats')
    expect(
      feito.erros.length === 1 && feito.erros[0].arquivo.includes('17-ofx'),
      'the one that is refused',
      feito.erros,
    )
    status(await desfazer(feito.importacao_id), 200)
  })
}

async function pendentes({ check, importar, enviar, desfazer, trazidos }) {
  await check(
    'arquivos: a bank account not seen before waits for a word, save the first; so do wrong totals',
    async () => {
      const base = await importar('12-ofx2-sicredi-xml-bom-uma-linha.ofx')
      const deOutra = amostra('20-ofx-banrisul-anuncia-utf8-escrito-1252.ofx')
        .toString('latin1')
        .replace(/<ACCTID>[^<\r\n]*/, '<ACCTID>4444-7')
      const outra = status(await enviar('outra.ofx', Buffer.from(deOutra, 'latin1'), { aceitar: '' }), 200).body
      equal(outra.pendencias.map(({ motivo }) => motivo).join(), 'outra_conta', 'what waits')
      equal([outra.movimentos, outra.novos].join(), '0,0', 'what was brought')
      equal((await trazidos(outra.importacao_id)).length, 0, 'its movements')
      const cortado = await importar('16-ofx-truncado.ofx', { aceitar: 'outra_conta' })
      equal(cortado.pendencias.map(({ motivo }) => motivo).join(), 'totais', 'a file that is cut')
      equal(cortado.novos, 0, 'of which nothing came')
      recusa(
        await enviar('x.ofx', amostra('12-ofx2-sicredi-xml-bom-uma-linha.ofx'), { aceitar: 'tudo' }),
        422,
        'aceitar',
      )
      for (const { importacao_id } of [cortado, outra, base]) status(await desfazer(importacao_id), 200)
    },
  )
}

async function usado({ check, importar, desfazer, trazidos, ...mundo }) {
  const { admin, operador } = mundo
  await check('arquivos: an import of which a person applied something stays: 409 importacao_em_uso', async () => {
    const feito = await importar('08-ofx-nubank-utf8-cpf-mascarado.ofx')
    const { contas } = await criarCliente(mundo, [{ valor: 50_000, vencimento: daquiA(mundo, 5) }])
    const pix = (await trazidos(feito.importacao_id)).find(({ valor, tipo }) => valor === 500 && tipo === 'credito')
    const decidir = (como, corpo) => admin.post(`${CONCILIACAO}/movimentos/${pix.id}/${como}`, corpo)
    status(await decidir('aplicar', { contas: [{ id: contas[0].id, valor: 500 }] }), 200)
    conflito(await desfazer(feito.importacao_id), 'importacao_em_uso')
    const lista = listOf(status(await admin.get(`${CONCILIACAO}/importacoes`), 200))
    fields(lista[0], ['id', 'arquivo', 'usuario', 'situacao', 'resultado', 'created_at'], 'an import')
    status(await decidir('desfazer', { motivo: 'Era de outra pessoa' }), 200)
    status(await desfazer(feito.importacao_id), 200)
    const conta = status(await operador.get(`/api/operador/contas-receber/${contas[0].id}`), 200).body
    equal(conta.status, 'em_aberto', 'the account')
  })
}
