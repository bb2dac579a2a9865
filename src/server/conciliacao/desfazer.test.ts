import pg from 'pg'
import { expect, vi } from 'vitest'
import type { Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { CANAL_EVENTOS } from '#server/eventos/notificar.ts'
import { registrarMovimentos } from '#server/movimentos/registrar.actions.ts'
import { type LinhaDoExtrato, type TituloPago, umCnab400, umOfx } from '#test/arquivo-do-banco.ts'
import { enquantoEspera, esperarAte } from '#test/espera.ts'
import { violada } from '#test/invariantes.ts'
import { julgar } from '#test/julgamento.ts'
import { umCredito } from '#test/movimento.ts'
import { enviar } from '#test/multipart.ts'
import { ouvirCanal } from '#test/ouvir.ts'
import { type Pessoa, test, type World } from '#test/world.ts'
import { desfazerImportacaoDoBanco } from './desfazer.actions.ts'

// What keeps a bank file from being undone; `importar.test.ts` has what undoing it does.

const BASE = '/api/admin/conciliacao'
const dia = '2026-11-20'
const CREDITO = { dia, valorCentavos: 5_000, memo: 'PIX RECEBIDO MARIA APARECIDA EXEMPLO' }
const VOLTA = { dia, valorCentavos: -5_000, memo: 'DEVOLUCAO PIX ENVIADA MARIA APARECIDA EXEMPLO' }

/** Imports a statement of these lines, and gives what undoes it. */
async function importado(world: World, admin: Pessoa, ...linhas: LinhaDoExtrato[]) {
  const conteudo = Buffer.from(umOfx(linhas))
  const envio = { campo: 'arquivo', nome: 'extrato.ofx', conteudo, extra: { aceitar: 'outra_conta' } }
  const { importacao_id } = (await enviar(world, admin, `${BASE}/importar`, envio)).json()
  return async () => {
    const resposta = await world.chamar(admin, 'POST', `${BASE}/importacoes/${importacao_id}/desfazer`)
    return [resposta.statusCode, resposta.json().codigo]
  }
}
const movimentos = ({ db }: World) =>
  db.selectFrom('movimento').select(['tipo', 'situacao', 'devolvido_centavos']).orderBy('tipo').execute()
const VOLTOU = [
  { tipo: 'credito', situacao: 'devolvido', devolvido_centavos: 5_000 },
  { tipo: 'devolucao', situacao: 'aplicado', devolvido_centavos: 0 },
]

test.for([
  ['credit, which a refund of another file took', CREDITO, VOLTA],
  ['refund, which took a credit of another file', VOLTA, CREDITO],
] as const)('a file with a %s, is not undone: nor is the other', async ([, desta, daOutra], { world }) => {
  const admin = await world.criarAdmin()
  const desfazer = await importado(world, admin, desta)
  const desfazerOutra = await importado(world, admin, daOutra)
  expect(await movimentos(world)).toEqual(VOLTOU)
  for (const uma of [desfazer, desfazerOutra]) expect(await uma()).toEqual([409, 'importacao_em_uso'])
  expect(await movimentos(world)).toEqual(VOLTOU)
})

test('a file with a credit and its refund is undone whole, and screens hear of it', async ({
  world,
  onTestFinished,
}) => {
  const desfazer = await importado(world, await world.criarAdmin(), CREDITO, VOLTA)
  expect(await movimentos(world)).toEqual(VOLTOU)
  const estar = (situacao: 'processando' | 'concluida') =>
    world.db.updateTable('importacao').set({ situacao }).execute()
  await estar('processando')
  expect(await desfazer()).toEqual([409, 'importacao_em_andamento'])
  await estar('concluida')
  const ouvidos = await ouvirCanal(world, CANAL_EVENTOS, onTestFinished)
  expect(await desfazer()).toEqual([200, undefined])
  for (const tipo of ['movimento', 'cliente'])
    await esperarAte(tipo, () => ouvidos.some((dito) => JSON.parse(dito).tipo === tipo))
  expect(await movimentos(world)).toEqual([])
  expect(await desfazer()).toEqual([409, 'importacao_desfeita'])
  const ditos = world.db.selectFrom('log').select('acao').where('acao', 'like', '%importa%').orderBy('id')
  expect((await ditos.execute()).map(({ acao }) => acao)).toEqual([
    'conciliacao.importar',
    'conciliacao.desfazer_importacao',
  ])
})

/** The same credit told of by two files; the second only as `contar`. */
async function contadoPorDois(world: World) {
  const admin = await world.criarAdmin()
  const [esta, outra] = await world.db
    .insertInto('importacao')
    .values(
      ['de manhã.ofx', 'à tarde.ofx'].map((arquivo) => ({
        ...{ tipo: 'extrato' as const, arquivo, usuario_id: admin.id, situacao: 'concluida' as const },
        criada_em: world.relogio.agora(),
      })),
    )
    .returning('id')
    .execute()
  const agora = world.relogio.agora()
  const credito = umCredito(world)
  const contarEm = (trx: Trx, importacaoId: number) => registrarMovimentos(trx, [credito], { agora, importacaoId })
  await emTransacao(world.db, (trx) => contarEm(trx, esta!.id))
  const causa = { agora, usuarioId: admin.id, origem: 'conciliacao' } as const
  return {
    ...{ esta: esta!.id, outra: outra!.id },
    contar: (trx: Trx) => contarEm(trx, outra!.id),
    desfazer: (trx: Trx, id: number) => desfazerImportacaoDoBanco(trx, id, causa),
    pedirDesfazer: (id: number) => world.chamar(admin, 'POST', `${BASE}/importacoes/${id}/desfazer`),
    deQuem: () => world.db.selectFrom('movimento').select('importacao_id').execute(),
  }
}

test('what another file tells of while this one is undone stays', async ({ world }) => {
  const { esta, outra, contar, pedirDesfazer, deQuem } = await contadoPorDois(world)
  const desfeita = await enquantoEspera(world.db, { segurar: contar, pedir: () => pedirDesfazer(esta) })
  expect(desfeita.statusCode).toBe(200)
  expect(await deQuem()).toEqual([{ importacao_id: outra }])
})

test.for([['esta', 'outra'] as const, ['outra', 'esta'] as const])(
  'what two files told of is of neither once both are undone at the same time, %s first',
  async ([primeira, segunda], { world }) => {
    const { contar, desfazer, pedirDesfazer, deQuem, ...ids } = await contadoPorDois(world)
    await emTransacao(world.db, contar)
    const desfeita = await enquantoEspera(world.db, {
      segurar: (trx) => desfazer(trx, ids[primeira]),
      pedir: () => pedirDesfazer(ids[segunda]),
    })
    expect(desfeita.statusCode).toBe(200)
    expect(await deQuem()).toEqual([])
  },
)

test('a file that paid many accounts is undone by as many statements as one that paid two', async ({ world }) => {
  const admin = await world.criarAdmin()
  const comandos = async (clientes: number) => {
    const titulos = await comBoletos(world, clientes)
    const conteudo = Buffer.from(umCnab400(titulos, world.hoje()))
    const envio = { campo: 'arquivo', nome: 'retorno.ret', conteudo, extra: { aceitar: 'outra_conta' } }
    const { importacao_id } = (await enviar(world, admin, `${BASE}/importar`, envio)).json()
    await julgar(world)
    const pagas = () => world.db.selectFrom('conta').select('id').where('situacao', '=', 'paga').execute()
    expect(await pagas()).toHaveLength(titulos.length)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const { statusCode } = await world.chamar(admin, 'POST', `${BASE}/importacoes/${importacao_id}/desfazer`)
    const vezes = query.mock.calls.length
    query.mockRestore()
    expect([statusCode, await pagas(), await violada(world.db)]).toEqual([200, [], null])
    return vezes
  }
  expect(await comandos(3)).toBe(await comandos(1))
  const ditos = world.db.selectFrom('log').select('entidade_id').where('acao', '=', 'conta.estornar')
  expect(await ditos.execute()).toHaveLength(8)
})

/** Two paid boletos of each of so many customers. */
async function comBoletos(world: World, clientes: number) {
  const titulos: TituloPago[] = []
  for (let n = 0; n < clientes; n += 1) {
    const { contas } = await world.criarCliente({}, [{ valor_centavos: 5_000 }, { valor_centavos: 5_000 }])
    for (const id of contas) {
      const nossoNumero = String(20_000_000 + id)
      await world.db.updateTable('conta').set({ nosso_numero: nossoNumero }).where('id', '=', id).execute()
      titulos.push({ dia, valorCentavos: 5_000, nossoNumero, nome: 'MARIA APARECIDA EXEMPLO' })
    }
  }
  return titulos
}
