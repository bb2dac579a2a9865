import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Autor, peloSistema, peloUsuario } from '#domain/causa.ts'
import { diaDe, formatarDia, somarDias } from '#domain/data.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import type { Armazem } from '#server/armazem/armazem.ts'
import { aoQuebrarPromessa } from '#server/clientes/automaticas.actions.ts'
import { encerrarContestacao } from '#server/clientes/contestacoes.actions.ts'
import { julgarPromessas } from '#server/clientes/promessas.actions.ts'
import { contestar, responderTravada } from '#server/contestacoes/contestacoes.actions.ts'
import { registrarNoCliente } from '#server/logs/logs.actions.ts'
import { prometer } from '#server/promessas/promessas.actions.ts'
import type { Midia } from '#server/saida/midia.ts'
import { type Cenario, MINUTO } from './cenario.ts'

type Cena = Pick<Cenario, 'trx' | 'agora' | 'operadores'>
interface Devedor {
  id: number
  operadorId: number
  contas: number[]
}

const DIA = 24 * 60 * MINUTO
const CANHOTO = join(import.meta.dirname, 'canhoto.jpg')
const CINCO_CAIXAS = 'Só chegaram 7 das 12 caixas desta nota. Segue o canhoto com a ressalva.'

/**
 * Promises and disputes of the history, made by the real actions as far as they can be in the past: promises kept,
 * pending and broken; disputes open, late, in analysis, accepted with a photo, and rejected.
 */
export async function tratar(cena: Cena, armazem: Armazem): Promise<void> {
  const devedores = await buscarDevedores(cena)
  const proximo = () => devedores.shift()
  await cumpridas(cena)
  for (const [dias, observacao] of PENDENTES) await pendente(cena, proximo(), dias, observacao)
  for (let i = 0; i < 3; i += 1) await quebrada(cena, proximo())
  const foto = () => guardarFoto(armazem)
  await aberta(cena, proximo(), 2, 'ja_paguei', 'Paguei no dia 3 pelo Pix do meu marido.')
  await aberta(cena, proximo(), 1, 'valor', 'O combinado com o vendedor foi com 5% de desconto.')
  await aberta(cena, proximo(), 12, 'nota', 'A nota saiu no CNPJ da filial, que fechou.')
  await aberta(cena, proximo(), 1, 'entrega', CINCO_CAIXAS, await foto())
  await procedente(cena, proximo(), await foto())
  await improcedente(cena, proximo())
}

const PENDENTES = [
  [0, 'Passa no banco hoje à tarde'],
  [1, undefined],
  [2, 'Recebe do cliente dele na quinta'],
  [3, 'Paga por Pix'],
  [6, undefined],
] as const

/** Who owes something overdue and is being billed, with nothing else going on. */
async function buscarDevedores({ trx, agora, operadores }: Cena): Promise<Devedor[]> {
  const { rows } = await sql<{ id: number; operador: number | null; contas: number[] }>`
    select c.id, c.operador_id as operador, jsonb_agg(t.id order by t.id) as contas
    from cliente c join conta t on t.cliente_id = c.id and t.situacao = 'aberta'
    where c.status = 'ativo' and c.contato_id is not null and c.vencimento_mais_antigo < ${diaDe(agora)}::date
    group by c.id order by c.id`.execute(trx)
  return rows.map(({ id, operador, contas }) => ({ id, operadorId: operador ?? operadores[0]!, contas }))
}

const ha = ({ agora }: Cena, dias: number, { operadorId }: Devedor): Autor =>
  peloUsuario(operadorId, null, new Date(agora.getTime() - dias * DIA - 20 * MINUTO))

async function pendente(cena: Cena, devedor: Devedor | undefined, dias: number, observacao: string | undefined) {
  if (!devedor) return
  const ate = somarDias(diaDe(cena.agora), dias)
  await prometer(cena.trx, devedor.id, { contas: devedor.contas, ate, observacao }, ha(cena, 1, devedor))
}

/** Promised ten days ago for two days later: judged since, and its customer waits. */
async function quebrada(cena: Cena, devedor: Devedor | undefined) {
  if (!devedor) return
  const { trx, agora } = cena
  const autor = ha(cena, 10, devedor)
  const ate = somarDias(diaDe(autor.agora), 2)
  const id = await prometer(trx, devedor.id, { contas: devedor.contas, ate }, autor)
  const julgada = new Date(agora.getTime() - 3 * 60 * MINUTO)
  await julgarPromessas(trx, [id], peloSistema(julgada))
  await aoQuebrarPromessa(trx, [devedor.id], julgada)
}

const QUANTAS_CUMPRIDAS = 9

/** Promises kept two days later, by the latest payments of this month. */
async function cumpridas({ trx, agora, operadores }: Cena) {
  const hoje = diaDe(agora)
  const { rows } = await sql<{
    id: number
    cliente: number
    conta: number
    valor: number
    pago: string
    em: string
    operador: number | null
  }>`
    select p.id, p.cliente_id as cliente, a.conta_id as conta, p.valor_centavos as valor, p.pago_em::text as pago,
      p.criado_em as em, p.operador_id as operador
    from pagamento p join pagamento_alocacao a on a.pagamento_id = p.id join conta t on t.id = a.conta_id
    where p.pago_em >= date_trunc('month', ${hoje}::date) and t.acordo_id is null order by p.id limit ${QUANTAS_CUMPRIDAS}`.execute(
    trx,
  )
  for (const { id, cliente, conta, valor, pago, em, operador } of rows) {
    const usuario = operador ?? operadores[0]!
    const feita = new Date(Date.parse(em) - 2 * DIA)
    const promessa = await trx
      .insertInto('promessa')
      .values({
        cliente_id: cliente,
        valor_centavos: valor,
        pago_centavos: valor,
        ate: pago,
        limite: somarDias(pago, 4),
        status: 'cumprida',
        origem: 'operador',
        usuario_id: usuario,
        depois_de: id - 1,
        criada_em: feita,
        encerrada_em: em,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('promessa_conta')
      .values({ promessa_id: promessa.id, conta_id: conta, pendente: false })
      .execute()
    const dela = { id: promessa.id, cliente_id: cliente }
    const dita = frase`Promessa ${promessa.id} de ${oCliente(cliente)}: ${formatarReais(valor)} até ${formatarDia(pago)}.`
    await registrarNoCliente(trx, 'promessa', dela, 'registrar', dita, peloUsuario(usuario, null, feita))
    const cumprida = frase`Promessa ${promessa.id} de ${oCliente(cliente)} cumprida.`
    await registrarNoCliente(trx, 'promessa', dela, 'cumprir', cumprida, peloSistema(new Date(em)))
  }
}

type Motivo = Parameters<typeof contestar>[2]['motivo']

async function aberta(
  cena: Cena,
  devedor: Devedor | undefined,
  dias: number,
  motivo: Motivo,
  texto: string,
  foto: Midia | null = null,
) {
  if (!devedor) return undefined
  const contas = devedor.contas.slice(0, 1)
  const autor = ha(cena, dias, devedor)
  return { id: await contestar(cena.trx, devedor.id, { contas, motivo, texto }, foto, autor), conta: contas[0]! }
}

/** Five of twelve boxes were missing: the account is worth what came. */
async function procedente(cena: Cena, devedor: Devedor | undefined, foto: Midia) {
  const nova = await aberta(cena, devedor, 4, 'entrega', CINCO_CAIXAS, foto)
  if (!devedor || !nova) return
  const { valor_centavos } = await cena.trx
    .selectFrom('conta')
    .select('valor_centavos')
    .where('id', '=', nova.conta)
    .executeTakeFirstOrThrow()
  const resposta = {
    status: 'procedente' as const,
    resposta: 'O canhoto confere: faltaram 5 caixas. A conta passa a valer o que chegou.',
    contas: [{ id: nova.conta, valor: Math.round((valor_centavos * 7) / 12) }],
  }
  await responderTravada(cena.trx, devedor.id, nova.id, resposta, ha(cena, 2, devedor))
}

async function improcedente(cena: Cena, devedor: Devedor | undefined) {
  const nova = await aberta(cena, devedor, 6, 'nao_reconheco', 'Não lembro dessa compra.')
  if (!devedor || !nova) return
  const autor = ha(cena, 3, devedor)
  const travada = await cena.trx
    .selectFrom('contestacao')
    .select(['id', 'cliente_id', 'criada_em'])
    .where('id', '=', nova.id)
    .executeTakeFirstOrThrow()
  const resposta = 'O pedido foi assinado na loja; enviamos a cópia por e-mail.'
  await encerrarContestacao(cena.trx, travada, 'improcedente', resposta, autor)
}

/** Stored as if it came from a phone. If the transaction fails, the sweep deletes the unreferenced file. */
async function guardarFoto(armazem: Armazem): Promise<Midia & { arquivo: string }> {
  const pasta = await mkdtemp(join(tmpdir(), 'demonstracao-'))
  try {
    const chegada = join(pasta, 'canhoto.jpg')
    await copyFile(CANHOTO, chegada)
    const { size: tamanho } = await stat(chegada)
    const arquivo = randomUUID()
    await armazem.guardar(arquivo, chegada)
    return { id: null, mime: 'image/jpeg', nome: 'canhoto.jpg', arquivo, tamanho }
  } finally {
    await rm(pasta, { recursive: true, force: true })
  }
}
