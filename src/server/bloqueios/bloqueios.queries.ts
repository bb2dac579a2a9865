import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Bloqueio, listarBloqueios as contrato, listarAutorizacoes } from '#contract/bloqueios.ts'
import { telefoneDoCanonico } from '#domain/bloqueio.ts'
import { formatarDia } from '#domain/data.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { formatarTelefone } from '#domain/grafia.ts'
import { idsDosAchados } from '#server/clientes/busca.queries.ts'
import { padraoDeBusca, temDigitos } from '#server/db/busca.ts'
import { camposDaPagina, percorrerPorId } from '#server/db/pagina.ts'
import type { Db } from '#server/db/schema.ts'
import { type Colunas, emCsv } from '#server/http/planilha.ts'
import { type Leitura, lerLista, type Meios } from '#server/http/procurar.ts'

type Consulta = z.output<typeof contrato.schema.querystring>
type Filtro = Pick<Consulta, 'busca' | 'origem'>

/** A page of the phones, the latest brought first, and the lists with when each was last brought. */
export async function listarBloqueios(meios: Meios, consulta: Consulta) {
  const { db } = meios
  const onde = { ...meios, busca: consulta.busca }
  const contagem = sql<{ total: number }>`select count(*)::int as total from bloqueio b where ${achados(consulta)}`
  const [contados] = await lerLista(onde, contagem)
  const { rows: listas } = await sql<{ origem: string; telefones: number; importada_em: string }>`
    select l.origem, l.importada_em, (select count(*)::int from bloqueio b where b.origem = l.origem) as telefones
    from lista_de_bloqueio l order by l.origem`.execute(db)
  const data = await ler(onde, consulta, { limite: consulta.per_page, pular: (consulta.page - 1) * consulta.per_page })
  return { data, ...camposDaPagina(consulta, contados!.total), listas }
}

/** By the phone, whatever its spelling, the list, or the customers who have it. */
function achados({ busca, origem }: Filtro): RawBuilder<unknown> {
  const daLista = origem ? sql`b.origem = ${origem}` : sql`true`
  if (!busca) return daLista
  // As much of a number as was typed.
  const digitos = busca.replace(/\D/g, '')
  const porNumero = digitos.length >= 4 ? temDigitos('b.canonico', digitos) : sql`false`
  return sql`${daLista} and (${porNumero} or normalizar(b.origem) like ${padraoDeBusca(busca)}
    or b.canonico in (select t.canonico from contato t join cliente c on c.contato_id = t.id where c.id in ${idsDosAchados(busca)}))`
}

async function ler(
  onde: Leitura,
  filtro: Filtro,
  { limite, pular = 0, antesDe = Number.MAX_SAFE_INTEGER }: { limite: number; pular?: number; antesDe?: number },
): Promise<Bloqueio[]> {
  const linhas = await lerLista(
    onde,
    sql<Omit<Bloqueio, 'telefone'> & { canonico: string; celular: boolean | null }>`
    select b.id, b.canonico, b.celular, b.origem, b.registrado_em, b.vale_de,
      (select coalesce(json_agg(json_build_object('id', c.id, 'nome', c.nome) order by c.id), '[]')
        from contato t join cliente c on c.contato_id = t.id where t.canonico = b.canonico) as clientes
    from bloqueio b where b.id < ${antesDe} and ${achados(filtro)} order by b.id desc limit ${limite} offset ${pular}`,
  )
  return linhas.map(({ canonico: chave, celular, ...um }) => ({ ...um, telefone: telefoneDoCanonico(chave, celular) }))
}

const COLUNAS: Colunas<Bloqueio> = {
  telefone: (um) => formatarTelefone(um.telefone),
  registrado_em: (um) => formatarDia(um.registrado_em),
  origem: (um) => um.origem,
  vale_de: (um) => formatarDia(um.vale_de),
  clientes: (um) => um.clientes.map(({ nome }) => nome).join(', '),
}

/** All that the filters find, as a spreadsheet that a Brazilian Excel opens; it may be imported again. */
export const bloqueiosEmCsv = (db: Db, filtro: Filtro) =>
  emCsv(
    COLUNAS,
    percorrerPorId((antesDe, limite) => ler({ db }, filtro, { antesDe, limite })),
  )

/** What a customer authorised, the latest first; 404 for one who is not there. */
export async function autorizacoesDe(
  db: Db,
  clienteId: number,
): Promise<z.input<(typeof listarAutorizacoes.schema.response)[200]>> {
  const cliente = await db.selectFrom('cliente').select('contato_id').where('id', '=', clienteId).executeTakeFirst()
  if (!cliente) throw new NaoEncontrado('Este cliente não existe.')
  const linhas = await db
    .selectFrom('autorizacao')
    .leftJoin('usuario', 'usuario.id', 'autorizacao.usuario_id')
    .select(['autorizacao.id', 'origem', 'texto', 'em', 'contato_id', 'criada_em', 'usuario.id as autor_id', 'name'])
    .where('cliente_id', '=', clienteId)
    .orderBy('autorizacao.id', 'desc')
    .execute()
  const data = linhas.map(({ contato_id, criada_em, autor_id, name, ...dita }) => ({
    ...dita,
    autor: autor_id === null ? null : { id: autor_id, name: name ?? '' },
    created_at: criada_em,
    vale: contato_id !== null && contato_id === cliente.contato_id,
  }))
  return { data }
}
