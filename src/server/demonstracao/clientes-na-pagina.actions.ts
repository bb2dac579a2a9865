import { type RawBuilder, sql } from 'kysely'
import { instanteDe } from '#domain/calendario.ts'
import { type Dia, HORA_MS, localDe, somarDias } from '#domain/data.ts'
import { CamposInvalidos, NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { DIGITOS, pedidoDe } from '#domain/link.ts'
import type { AcaoDoLog } from '#domain/log.ts'
import { exigirRecebedor, terminarCodigo } from '#server/codigos/emitir.actions.ts'
import type { Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import { fazerLinks } from '#server/links/links.actions.ts'
import { terminarAceite } from '#server/ofertas/aceite.actions.ts'
import { ofertasDe } from '#server/ofertas/ofertas.queries.ts'
import * as atos from '#server/pagina/atos.actions.ts'
import { abrirLink, entrar } from '#server/pagina/porta.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { responderDaPagina } from './respostas.actions.ts'

const CADA_MS = 60_000
const ABRE = '08:30'
const FECHA = '21:00'
/** Nobody's queue drowns: one person at a time, some minutes apart. */
const ENTRE_ATOS_MIN = 12

/** Pays at the emulated bank what stands in a code (`copia_e_cola`), as from a banking application. */
export type Pagar = (copiaECola: string) => unknown

/** The demonstration's customers on their own pages, as its clock runs. */
export const trabalhoDaPagina = (servicos: Servicos, pagar: Pagar): Trabalho => ({
  nome: 'clientes da demonstração na página',
  cadaMs: CADA_MS,
  async executar() {
    await comTravaGlobal(servicos.db, 'clientes da demonstração na página', async () => {
      await usarPaginas(servicos, pagar)
      await responderDaPagina(servicos)
    })
    return undefined
  },
})

/**
 * One turn: a customer who got a message today opens their page and promises, accepts an offer, disputes, asks for a person or
 * pays; most of those who promised for today, or accepted an offer, pay. Returns what was done, in words; null if nothing.
 */
export async function usarPaginas(servicos: Servicos, pagar: Pagar): Promise<string | null> {
  const { dia, hora } = localDe(servicos.relogio.agora())
  if (hora < ABRE || hora >= FECHA || (await alguemAgora(servicos))) return null
  const quemPaga = await quemTemAPagar(servicos, dia)
  const [quem, oQue] = quemPaga ? [quemPaga, 'pagar' as const] : await quemFoiAvisado(servicos, dia)
  if (!quem) return null
  try {
    return await agir(servicos, quem, oQue, pagar)
  } catch (erro) {
    // As at any real page: a rule says no, and this person does something else another day.
    if (erro instanceof RegraViolada || erro instanceof CamposInvalidos || erro instanceof NaoEncontrado) return null
    throw erro
  }
}

interface Pessoa {
  id: number
  contatoId: number
  mensagemId: number
  documento: string
  contas: number[]
}
type Ato = 'prometer' | 'aceitar' | 'contestar' | 'falar' | 'pagar'
/** What ten customers who open their page do. */
const ATOS: readonly Ato[] = [
  'prometer',
  'aceitar',
  'pagar',
  'prometer',
  'contestar',
  'prometer',
  'falar',
  'aceitar',
  'prometer',
  'pagar',
]

const PESSOA = sql`c.id, c.contato_id as "contatoId", c.documento, u.id as "mensagemId",
  array(select k.id from conta k where k.cliente_id = c.id and k.situacao = 'aberta' order by k.vencimento, k.id limit 3) as contas`
/** The latest message that reached their phone, which has the link to the page. */
const ULTIMA = sql`join lateral (select m.id, m.created_at from mensagem m where m.cliente_id = c.id and m.direcao = 'enviada'
  and m.aceita_em is not null order by m.id desc limit 1) u on true`

/** Who opened their page after a moment, as the log tells. */
const entrouDepois = (cliente: RawBuilder<unknown>, momento: RawBuilder<unknown>) => sql`exists (select from log e
  where e.acao = ${'pagina.entrar' satisfies AcaoDoLog} and e.entidade_id = ${cliente} and e.created_at > ${momento})`

/** A customer who promised to pay by today, or has a down payment to pay; most do, some never will. */
async function quemTemAPagar({ db, relogio }: Servicos, dia: Dia): Promise<Pessoa | undefined> {
  const haPouco = new Date(relogio.agora().getTime() - 2 * ENTRE_ATOS_MIN * 60_000)
  const { rows } = await sql<Pessoa>`
    select ${PESSOA} from cliente c ${ULTIMA} join (
        select cliente_id, 'p' || id as chave, ${instanteDe(dia)}::timestamptz as desde from promessa
          where status = 'pendente' and origem = 'pagina' and ate <= ${dia}::date
        union all select cliente_id, 'n' || id, criada_em + interval '1 minute' from negociacao
          where status = 'proposta' and origem = 'pagina' and criada_em < ${haPouco}
      ) d on d.cliente_id = c.id
    where c.documento is not null and right(md5(d.chave), 1) > '4' and not ${entrouDepois(sql`c.id`, sql`d.desde`)}
    order by d.chave limit 1`.execute(db)
  return rows[0]
}

/** Somebody who was written to today, and what they do. */
async function quemFoiAvisado({ db, relogio }: Servicos, dia: Dia): Promise<[Pessoa, Ato] | [undefined, Ato]> {
  const agora = relogio.agora()
  const haPouco = new Date(agora.getTime() - ENTRE_ATOS_MIN * 60_000)
  const { rows } = await sql<Pessoa & { sorte: number }>`
    select ${PESSOA}, ('x' || left(md5(c.id || ${dia}), 6))::bit(24)::int as sorte from cliente c ${ULTIMA}
    where c.status = 'ativo' and c.documento is not null and c.vencimento_mais_antigo < ${dia}::date
      and u.created_at > ${new Date(agora.getTime() - 20 * HORA_MS)} and u.created_at < ${haPouco}
      and not ${entrouDepois(sql`c.id`, sql`${instanteDe(somarDias(dia, -10))}::timestamptz`)}
    order by md5(c.id || ${dia}) limit 1`.execute(db)
  const [pessoa] = rows
  return pessoa ? [pessoa, ATOS[pessoa.sorte % ATOS.length]!] : [undefined, 'pagar']
}

/** Somebody has just been there. */
async function alguemAgora({ db, relogio }: Servicos): Promise<boolean> {
  const haPouco = new Date(relogio.agora().getTime() - ENTRE_ATOS_MIN * 60_000)
  const { rows } =
    await sql`select from log where acao = ${'pagina.entrar' satisfies AcaoDoLog} and created_at > ${haPouco} limit 1`.execute(
      db,
    )
  return rows.length > 0
}

async function agir(servicos: Servicos, pessoa: Pessoa, oQue: Ato, pagar: Pagar): Promise<string> {
  const { db, relogio } = servicos
  const agora = relogio.agora()
  const quem = { link: await abrirAPagina(servicos, pessoa), agora, ip: null }
  const meios = await exigirRecebedor(servicos.pix)
  const fazer = <T>(ato: (trx: Trx) => Promise<T>) => emTransacao(db, ato)
  switch (oQue) {
    case 'prometer': {
      const ate = somarDias(localDe(agora).dia, 1 + (pessoa.id % 4))
      await fazer((trx) => atos.prometerPelaPagina(trx, quem, { contas: pessoa.contas, ate }))
      break
    }
    case 'aceitar': {
      const { ofertas } = await ofertasDe(db, pessoa.id, agora)
      const oferta = ofertas.at(pessoa.id % 2 === 0 ? -1 : 0)
      if (!oferta) throw new RegraViolada('oferta_mudou', 'Não há oferta hoje.')
      await terminarAceite(servicos, await fazer((trx) => atos.aceitarPelaPagina(trx, quem, oferta.id, meios)))
      break
    }
    case 'contestar': {
      const texto = 'O combinado com o vendedor foi outro valor.'
      const pedido = { contas: pessoa.contas.slice(0, 1), motivo: 'valor' as const, texto }
      await fazer((trx) => atos.contestarPelaPagina(trx, quem, pedido, null))
      break
    }
    case 'falar':
      await fazer((trx) => atos.pedirPessoa(trx, quem, 'Preciso entender esta cobrança.'))
      break
    case 'pagar':
      await pagarOCodigo(servicos, quem, pessoa, meios, pagar)
  }
  return `${oQue} ${pessoa.id}`
}

/** By a link of the message they got, with the right digits. */
async function abrirAPagina({ db, relogio, origem }: Servicos, { id, contatoId, mensagemId, documento }: Pessoa) {
  const agora = relogio.agora()
  const links = await emTransacao(db, (trx) =>
    fazerLinks(trx, [{ mensagemId, clienteId: id, contatoId }], { origem, agora }),
  )
  const link = await abrirLink(db, links.get(mensagemId)?.token ?? '', agora)
  await entrar(db, link, documento.slice(0, DIGITOS[pedidoDe(documento)]), { agora, ip: null })
  return link
}

/** Pays an agreement's down payment with its code; else what is open, with a new code. */
async function pagarOCodigo(
  servicos: Servicos,
  quem: atos.DaPagina,
  { id, contas }: Pessoa,
  meios: Awaited<ReturnType<typeof exigirRecebedor>>,
  pagar: Pagar,
): Promise<void> {
  const doAcordo = await servicos.db
    .selectFrom('codigo')
    .select('copia_e_cola')
    .where('cliente_id', '=', id)
    .where('situacao', '=', 'emitido')
    .where('negociacao_id', 'is not', null)
    .executeTakeFirst()
  if (doAcordo?.copia_e_cola) {
    pagar(doAcordo.copia_e_cola)
    return
  }
  const preparado = await emTransacao(servicos.db, (trx) => atos.pedirCodigo(trx, quem, contas, meios))
  pagar((await terminarCodigo(servicos, preparado)).copia_e_cola)
}
