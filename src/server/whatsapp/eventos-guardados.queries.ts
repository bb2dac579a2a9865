import { sql } from 'kysely'
import type { z } from 'zod'
import type { EventoWhatsapp, EventoWhatsappInteiro, listarEventos } from '#contract/eventos-whatsapp.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { canonico, normalizarTelefone } from '#domain/telefone.ts'
import { camposDaPagina, percorrerPorId } from '#server/db/pagina.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'

type Pedido = z.infer<(typeof listarEventos)['schema']['querystring']>
type Filtro = Omit<Pedido, 'page' | 'per_page'>

/** Pages are counted so far: nobody turns to the last page of a month of events. */
const MAIOR_CONTAGEM = 10_000

/** What Meta told, latest first; what was set aside is what people look for. */
export async function lerEventos(db: Db, pedido: Pedido) {
  const achados = filtrar(db, pedido)
  const { total } = await db
    .selectFrom(achados.select('id').limit(MAIOR_CONTAGEM).as('achados'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  const linhas = await achados
    .select(NA_LISTA)
    .orderBy('id', 'desc')
    .limit(pedido.per_page)
    .offset((pedido.page - 1) * pedido.per_page)
    .execute()
  return { data: linhas.map(paraApi), ...camposDaPagina(pedido, total) }
}

/** All that `lerEventos` finds, in its order. */
export const percorrerEventos = (db: Db, filtro: Filtro) =>
  percorrerPorId(async (antesDe, limite) => {
    const achados = filtrar(db, filtro).where('id', '<', antesDe)
    return (await achados.select(NA_LISTA).orderBy('id', 'desc').limit(limite).execute()).map(paraApi)
  })

/** All but what Meta sent, which may be long. */
const NA_LISTA = [
  'id',
  'tipo',
  'ordem',
  'erro',
  'tentativas',
  'meta_em',
  'recebido_em',
  'processado_em',
  'posto_de_lado_em',
  'sem_efeito',
] as const

function filtrar(db: Db, { situacao, tipo, busca }: Filtro) {
  let achados = db.selectFrom('evento_recebido').where('origem', '=', 'whatsapp')
  if (tipo) achados = achados.where('tipo', '=', tipo)
  if (situacao === 'sem_efeito') achados = achados.where('sem_efeito', '=', true).where('processado_em', 'is not', null)
  else if (situacao === 'processado')
    achados = achados.where('processado_em', 'is not', null).where('sem_efeito', '=', false)
  else if (situacao) {
    achados = achados
      .where('processado_em', 'is', null)
      .where('posto_de_lado_em', situacao === 'de_lado' ? 'is not' : 'is', null)
  }
  if (!busca) return achados
  // By phone, by Meta's id of the message or of the person, or by a word of the reason.
  const telefone = normalizarTelefone(busca)
  const digitos = telefone ? canonico(telefone) : busca.replace(/\D/g, '')
  return achados.where((eb) =>
    eb.or([
      eb(eb.fn<number>('strpos', ['chave', eb.val(busca)]), '>', 0),
      eb(eb.fn<number>('strpos', [sql`normalizar(erro)`, sql`normalizar(${busca})`]), '>', 0),
      ...(digitos.length >= 8 ? [eb(eb.fn<number>('strpos', ['ordem', eb.val(digitos)]), '>', 0)] : []),
    ]),
  )
}

/** One event with what Meta sent. */
export async function lerEvento(db: Db | Trx, id: number): Promise<z.infer<typeof EventoWhatsappInteiro>> {
  const linha = await db
    .selectFrom('evento_recebido')
    .selectAll()
    .where('id', '=', id)
    .where('origem', '=', 'whatsapp')
    .executeTakeFirst()
  if (!linha) throw new NaoEncontrado('Este evento não existe mais. Eventos são guardados por 30 dias.')
  return { ...paraApi(linha), conteudo: linha.payload }
}

const paraApi = (linha: Pick<Linha<'evento_recebido'>, (typeof NA_LISTA)[number]>): EventoWhatsapp => ({
  id: linha.id,
  tipo: linha.tipo as EventoWhatsapp['tipo'],
  situacao: situacaoDe(linha),
  motivo: linha.erro,
  tentativas: linha.tentativas,
  contato: linha.tipo === 'mensagem' ? linha.ordem : null,
  meta_em: linha.meta_em,
  recebido_em: linha.recebido_em,
  processado_em: linha.processado_em,
})

function situacaoDe(linha: Pick<Linha<'evento_recebido'>, 'processado_em' | 'posto_de_lado_em' | 'sem_efeito'>) {
  if (linha.processado_em) return linha.sem_efeito ? 'sem_efeito' : 'processado'
  return linha.posto_de_lado_em ? 'de_lado' : 'pendente'
}
