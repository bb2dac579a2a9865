import { sql } from 'kysely'
import { TALVEZ_SAIU } from '#domain/mensagem.ts'
import { MODELO_DA_PERGUNTA } from '#domain/pessoa.ts'
import { lista } from '#server/db/lista.ts'
import type { Linha, Trx } from '#server/db/schema.ts'

/** A message that came, and who shares its phone. */
export interface Pergunta {
  contatoId: number
  clientes: readonly number[]
  wamidCitado: string | null
  /** The reference in the tapped button's payload; null when no button was tapped. */
  referenciaCitada: string | null
}

export interface Destino {
  clienteId: number | null
  respondeA: number | null
  /** The customer whom the quoted question was about; null if the message is no such question. */
  perguntouDe: number | null
}

/**
 * Whose conversation each message belongs to, in their order: the customer of the quoted message, else the one last
 * messaged on that phone, else the first of them; nobody when the phone is of no customer.
 */
export async function quemRespondem(trx: Trx, perguntas: readonly Pergunta[]): Promise<Destino[]> {
  const citadas = await lerCitadas(trx, perguntas)
  const daCitada = ({ wamidCitado, referenciaCitada, clientes }: Pergunta) => {
    const citada = citadas.get(wamidCitado ?? '') ?? citadas.get(referenciaCitada ?? '')
    const dela = citada?.cliente_id ?? null
    const perguntouDe = citada?.modelo_tipo === MODELO_DA_PERGUNTA ? dela : null
    return {
      respondeA: citada?.id ?? null,
      clienteId: dela !== null && clientes.includes(dela) ? dela : null,
      perguntouDe,
    }
  }
  const repartidos = perguntas.filter((uma) => uma.clientes.length > 1 && daCitada(uma).clienteId === null)
  const ultimos = await ultimosChamados(trx, repartidos)
  return perguntas.map((pergunta) => {
    const { clienteId, ...daMensagem } = daCitada(pergunta)
    return { ...daMensagem, clienteId: clienteId ?? ultimos.get(pergunta.contatoId) ?? pergunta.clientes[0] ?? null }
  })
}

type Citada = Pick<Linha<'mensagem'>, 'id' | 'cliente_id' | 'modelo_tipo'>

/** By Meta's id and by our reference: a tap may come before the answer in which Meta names the message. */
async function lerCitadas(trx: Trx, perguntas: readonly Pergunta[]) {
  const wamids = perguntas.flatMap(({ wamidCitado }) => wamidCitado ?? [])
  const referencias = perguntas.flatMap(({ referenciaCitada }) => referenciaCitada ?? [])
  if (wamids.length + referencias.length === 0) return new Map<string, Citada>()
  const linhas = await trx
    .selectFrom('mensagem')
    .select(['id', 'cliente_id', 'modelo_tipo', 'wamid', 'referencia'])
    .where(sql<boolean>`wamid = any(${wamids}::text[]) or referencia = any(${referencias}::uuid[])`)
    .execute()
  return new Map(
    linhas.flatMap((linha) => [linha.wamid, linha.referencia].flatMap((nome) => (nome ? [[nome, linha]] : []))),
  )
}

/** Among those who share a phone, the one last written to. */
async function ultimosChamados(trx: Trx, perguntas: readonly Pergunta[]): Promise<Map<number, number>> {
  if (perguntas.length === 0) return new Map()
  const { rows } = await sql<{ contato_id: number; cliente_id: number }>`
    select p.id as contato_id, u.cliente_id
    from unnest(${perguntas.map(({ contatoId }) => contatoId)}::bigint[]) as p(id), lateral (
      select m.cliente_id from mensagem m
      where m.contato_id = p.id and m.cliente_id = any(${perguntas.flatMap(({ clientes }) => clientes)}::bigint[])
        and (m.aceita_em is not null or m.envio in ${lista(TALVEZ_SAIU)})
      order by coalesce(m.aceita_em, m.enviando_em) desc, m.id desc limit 1) as u`.execute(trx)
  return new Map(rows.map(({ contato_id, cliente_id }) => [contato_id, cliente_id]))
}
