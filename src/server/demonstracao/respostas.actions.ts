import { sql } from 'kysely'
import { peloUsuario } from '#domain/causa.ts'
import type { CONTESTACAO_EM_ABERTO } from '#domain/contestacao.ts'
import { HORA_MS, localDe } from '#domain/data.ts'
import { responder } from '#server/contestacoes/contestacoes.actions.ts'
import type { Servicos } from '#server/servicos.ts'

const ABRE = '09:00'
const FECHA = '17:30'
/** Analysed the same day, answered the next: until then a visitor may do it instead. */
const ANALISADA_EM_MS = 3 * HORA_MS
const RESPONDIDA_EM_MS = 20 * HORA_MS

interface Pendente {
  id: number
  clienteId: number
  status: (typeof CONTESTACAO_EM_ABERTO)[number]
  criadaEm: string
  operadorId: number
  conta: { id: number; valor: number }
}

/**
 * The demonstration's operators handle the oldest dispute from the customers' pages, in working hours: analysed after
 * some hours, answered the next day. Two of three are accepted, and the account is corrected. Returns what was done, in
 * words; null: nothing now.
 */
export async function responderDaPagina({ db, relogio }: Servicos): Promise<string | null> {
  const agora = relogio.agora()
  const { hora } = localDe(agora)
  if (hora < ABRE || hora >= FECHA) return null
  const pendente = (await pendentes({ db, relogio })).find(({ status, criadaEm }) => {
    const espera = status === 'aberta' ? ANALISADA_EM_MS : RESPONDIDA_EM_MS
    return agora.getTime() - Date.parse(criadaEm) >= espera
  })
  if (!pendente) return null
  const { id, clienteId, operadorId } = pendente
  const resposta = respostaDe(pendente)
  await responder(db, clienteId, id, resposta, peloUsuario(operadorId, null, agora))
  return `${resposta.status} ${id}`
}

function respostaDe({ id, status, conta }: Pendente): Parameters<typeof responder>[3] {
  if (status === 'aberta') return { status: 'em_analise', contas: [] }
  if (id % 3 === 0)
    return {
      status: 'improcedente',
      resposta: 'O pedido assinado traz este mesmo valor; enviamos a cópia.',
      contas: [],
    }
  return {
    status: 'procedente',
    resposta: 'O desconto combinado não estava na conta. Ela foi corrigida, obrigado por avisar.',
    contas: [{ id: conta.id, valor: Math.round(conta.valor * 0.95) }],
  }
}

/** The oldest first, each with the first of its accounts and whoever serves its customer. */
async function pendentes({ db }: Pick<Servicos, 'db' | 'relogio'>): Promise<Pendente[]> {
  const { rows } = await sql<Pendente>`
    select d.id, d.cliente_id as "clienteId", d.status, d.criada_em as "criadaEm", u.id as "operadorId", conta.a as conta
    from contestacao d join cliente c on c.id = d.cliente_id
      join lateral (select jsonb_build_object('id', k.id, 'valor', k.valor_centavos) as a from contestacao_conta cc
        join conta k on k.id = cc.conta_id and k.situacao = 'aberta' and k.pago_centavos = 0
        where cc.contestacao_id = d.id order by k.id limit 1) conta on true
      join lateral (select id from usuario where status = 'Ativo' and role = 'operador' and (c.operador_id is null or id = c.operador_id)
        order by id limit 1) u on true
    where d.encerrada_em is null and d.origem = 'pagina' order by d.id`.execute(db)
  return rows
}
