import { sql } from 'kysely'
import { instanteDe } from '#domain/calendario.ts'
import { somarDias } from '#domain/data.ts'
import type { Momento } from '#domain/decisao.ts'
import { esperasEmCurso, type Retencao } from '#domain/retencao.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Mundo } from './mundo.ts'

/** While a proposal can be paid, it holds everything owed, before any other reason. */
export function comProposta(ate: string | null, outra: Retencao | null, dia: string): Retencao | null {
  if (ate === null) return outra
  const fim = [ate, dia].sort()[1]!
  if (outra === null) return { motivo: 'acordo', ate: fim }
  return { motivo: 'acordo', ate: outra.ate === null ? null : [fim, outra.ate].sort()[1]! }
}

type Espera = NonNullable<Mundo['clientes'][number]['contas'][number]['espera']>

/** The expected hold of an account for money on its way: from suggestions, and from its customer's credit. */
export function retencaoDe(
  espera: Espera | null,
  credito: string | null,
  { dia, calendario, carenciaDiasUteis }: Momento,
) {
  const fim = (desde: string | null, dias: number) =>
    esperasEmCurso(dia, dias, calendario).find((uma) => uma.desde === desde)?.ate ?? ''
  const desde = espera && espera.causa !== 'reaberta' ? somarDias(dia, -espera.haDias) : null
  const suspeita = espera?.causa === 'alta' || espera?.causa === 'media'
  const ate = [
    suspeita || credito ? fim(desde, carenciaDiasUteis) : '',
    credito && !(desde && desde <= credito) ? fim(credito, carenciaDiasUteis) : '',
    espera?.causa === 'reaberta' ? fim(somarDias(dia, -espera.haDias), 1) : '',
  ]
    .sort()
    .at(-1)!
  return ate === '' ? null : { motivo: 'pagamento_a_caminho' as const, ate }
}

/** With a promise and another hold, the promise is named, until the later of both ends. */
export function comPromessa(
  promessa: number | null,
  outra: ReturnType<typeof retencaoDe>,
  dia: string,
): Retencao | null {
  if (promessa === null) return outra
  const ate = [somarDias(dia, promessa), dia, outra?.ate ?? ''].sort().at(-1)!
  return { motivo: 'promessa', ate }
}

export async function contestar(trx: Trx, contaId: number, clienteId: number, prazo: string, agora: Date) {
  const { id } = await trx
    .insertInto('contestacao')
    .values({ cliente_id: clienteId, motivo: 'valor', prazo, origem: 'operador', criada_em: agora })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('contestacao_conta')
    .values({ contestacao_id: id, conta_id: contaId, devido_centavos: 1 })
    .execute()
}

export async function prometer(trx: Trx, contaId: number, clienteId: number, limite: string, agora: Date) {
  const { id } = await trx
    .insertInto('promessa')
    .values({
      cliente_id: clienteId,
      valor_centavos: 1,
      ate: somarDias(limite, -2),
      limite,
      origem: 'operador',
      depois_de: 0,
      criada_em: agora,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.insertInto('promessa_conta').values({ promessa_id: id, conta_id: contaId }).execute()
}

export async function esperar(
  trx: Trx,
  { contaId, clienteId, haDias, causa }: Espera & { contaId: number; clienteId: number },
  { dia }: Momento,
  agora: Date,
) {
  const instante = instanteDe(somarDias(dia, -haDias), '09:00')
  const linha = causa === 'reaberta' ? { reaberta_em: instante } : { desde: instante }
  await trx
    .insertInto('conta_a_caminho')
    .values({ conta_id: contaId, ...linha })
    .execute()
  if (causa === 'reaberta') return
  const situacao = causa === 'decidida' ? 'ignorado' : 'sugerido'
  const movimento_id = await movimento(trx, { situacao, clienteId: null, desde: instante, agora })
  const certeza = causa === 'decidida' ? 'alta' : causa
  const sugestao = { movimento_id, ordem: 1, acao: 'aplicar' as const, cliente_id: clienteId, certeza, porque: 'x' }
  await trx.insertInto('sugestao').values(sugestao).execute()
  await trx
    .insertInto('sugestao_conta')
    .values({ movimento_id, ordem: 1, conta_id: contaId, valor_centavos: 1 })
    .execute()
}

export async function movimento(
  trx: Trx,
  m: { situacao: 'credito' | 'sugerido' | 'ignorado'; clienteId: number | null; desde: string; agora: Date },
): Promise<number> {
  const { id } = await trx
    .insertInto('movimento')
    .values({
      origem: 'ofx',
      tipo: 'credito',
      dia: '2026-03-01',
      valor_centavos: 5,
      saiu: false,
      descricao: 'x',
      situacao: m.situacao,
      cliente_id: m.clienteId,
      credito_centavos: m.situacao === 'credito' ? 5 : 0,
      ignorado_centavos: m.situacao === 'ignorado' ? 5 : 0,
      a_julgar: false,
      a_caminho_desde: m.desde,
      created_at: m.agora,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function mensagem(
  trx: Trx,
  m: {
    id: number
    contatoId: number | null
    finalidade: string
    envio: 'fila' | 'aceita'
    dia: string | null
    agora: Date
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into mensagem (cliente_id, contato_id, direcao, tipo, conteudo, status, finalidade, envio, dia, created_at)
    values (${m.id}, ${m.contatoId}, 'enviada', 'template', 'x', 'pendente', ${m.finalidade}, ${m.envio}, ${m.dia}, ${m.agora})
    returning id`.execute(trx)
  return rows[0]!.id
}
