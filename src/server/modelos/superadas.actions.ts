import { sql } from 'kysely'
import { DIA_MS } from '#domain/data.ts'
import { SEM_DESFECHO } from '#domain/mensagem.ts'
import type { TipoModelo } from '#domain/modelo.ts'
import { MODELOS_PADRAO } from '#domain/modelos-padrao.ts'
import type { Falha } from '#server/cloud-api/graph.ts'
import { lista } from '#server/db/lista.ts'
import type { Db } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import type { Impedimento } from './impedimento.ts'

type Meios = Pick<Servicos, 'db' | 'relogio' | 'whatsapp'>

/** A run may have started, or a person may want the old text back, just as a new version takes over. */
const DESCANSO_DIAS = 7
/** Meta limits calls on templates; a company rarely writes more than this in a day. */
const DE_UMA_VEZ = 5

interface Superada {
  id: number
  /** Its variant with the payment button, which goes before it. */
  botao: boolean
  tipo: TipoModelo
  numero: number
  nome: string
  metaId: string
}

/**
 * An account holds 250 templates (of an unverified business) and every new text is one more. Those of ours whose place
 * a newer approved version took a week ago, and which no message still to be sent names, are deleted at Meta, a few a
 * day. By id and name: the name alone would take every language. A deleted name is barred for 30 days, which does no
 * harm: names carry the version and a random end. A refusal stays on the version and is tried again another day.
 */
export async function apagarSuperadas(meios: Meios): Promise<Impedimento> {
  return (await comTravaGlobal(meios.db, 'modelos', () => apagarSozinho(meios))) ?? null
}

async function apagarSozinho({ db, relogio, whatsapp }: Meios): Promise<Impedimento> {
  const api = await whatsapp.api()
  if (!api) return null
  const agora = relogio.agora()
  const apagadas: Superada[] = []
  let impedimento: Impedimento = null
  for (const superada of await acharSuperadas(db, agora)) {
    const { nome, metaId: id } = superada
    const resultado = await api.apagarModelo({ id, nome })
    if (resultado.tipo === 'ok' || jaNaoExiste(resultado)) {
      await esquecer(db, superada, agora)
      apagadas.push(superada)
      continue
    }
    impedimento = fraseDaRecusa(superada, resultado)
    // A problem of the connection or the account: the next call would fail too.
    if (resultado.tipo !== 'recusada' || resultado.erro.tipo !== 'nosso_erro') break
    await db
      .updateTable('modelo_versao')
      .set({ exclusao_recusada_em: agora, exclusao_recusa: impedimento })
      .where('id', '=', superada.id)
      .execute()
  }
  await anotar(db, apagadas, agora)
  return impedimento
}

const esquecer = (db: Db, { id, botao }: Superada, agora: Date) =>
  botao
    ? db.deleteFrom('modelo_botao').where('versao_id', '=', id).execute()
    : db
        .updateTable('modelo_versao')
        .set({ apagada_em: agora, exclusao_recusada_em: null, exclusao_recusa: null })
        .where('id', '=', id)
        .execute()

/** A version is superseded once a later one of its type is approved and at Meta; those refused before come last. */
async function acharSuperadas(db: Db, agora: Date): Promise<Superada[]> {
  const [descansada, ontem] = [DESCANSO_DIAS, 1].map((dias) => new Date(agora.getTime() - dias * DIA_MS))
  const { rows } = await sql<Superada>`
    select v.id, v.tipo, v.numero, coalesce(b.nome_meta, v.nome_meta) as nome, coalesce(b.meta_id, v.meta_id) as "metaId",
      b.versao_id is not null as botao
    from modelo_versao v left join modelo_botao b on b.versao_id = v.id and b.meta_id is not null
    where v.nome_meta is not null and v.meta_id is not null and v.apagada_em is null
      and (v.exclusao_recusada_em is null or v.exclusao_recusada_em <= ${ontem})
      and exists (select from modelo_versao n where n.tipo = v.tipo and n.numero > v.numero
        and n.situacao = 'aprovado' and n.apagada_em is null and n.aprovada_em <= ${descansada})
      and not exists (select from mensagem m where m.modelo_versao_id = v.id
        and m.envio in ${lista(SEM_DESFECHO)})
    order by v.exclusao_recusada_em nulls first, v.id limit ${DE_UMA_VEZ}`.execute(db)
  return rows
}

/** Somebody deleted it in WhatsApp Manager. */
const jaNaoExiste = (falha: Falha) =>
  falha.tipo === 'recusada' && (falha.erro.subcodigo === SUMIU || /not found/i.test(falha.erro.detalhe ?? ''))
const SUMIU = 2593002

const qual = ({ tipo, numero }: Superada) => `“${MODELOS_PADRAO[tipo].titulo}” (versão ${numero})`

const fraseDaRecusa = (superada: Superada, falha: Falha) =>
  falha.tipo === 'recusada'
    ? `A Meta não apagou o modelo ${qual(superada)}: ${falha.erro.detalhe ?? falha.erro.mensagem}`
    : `Não foi possível falar com a Meta. ${falha.detalhe}`

async function anotar(db: Db, apagadas: readonly Superada[], agora: Date) {
  if (apagadas.length === 0) return
  await emTransacao(db, (trx) =>
    registrar(trx, {
      agora,
      acao: 'modelo.apagar',
      descricao: `Apagou na Meta o que versões novas já substituíram: ${apagadas.map(qual).join(', ')}.`,
      entidade: 'modelo',
      dados: { apagadas: apagadas.map(({ tipo, numero, nome }) => ({ tipo, numero, nome })) },
    }),
  )
}
