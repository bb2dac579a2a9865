import { sql } from 'kysely'
import type { z } from 'zod'
import type { Alteracao, listarAlteracoes as contrato } from '#contract/alteracoes.ts'
import { emReais } from '#domain/dinheiro.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { estaEntreOsAchados } from '#server/clientes/busca.queries.ts'
import { padraoDeBusca } from '#server/db/busca.ts'
import { camposDaPagina } from '#server/db/pagina.ts'
import type { Db, Trx } from '#server/db/schema.ts'

type Filtro = z.output<typeof contrato.schema.querystring>

const selecionar = (db: Db | Trx) =>
  db
    .selectFrom('importacao_alteracao as a')
    .innerJoin('cliente', 'cliente.id', 'a.cliente_id')
    .innerJoin('importacao', 'importacao.id', 'a.importacao_id')
    .innerJoin('usuario as importador', 'importador.id', 'importacao.usuario_id')
    .leftJoin('usuario as dono', 'dono.id', 'cliente.operador_id')
    .leftJoin('usuario as quem', 'quem.id', 'a.decidida_por')
    .leftJoin('conta', 'conta.id', 'a.conta_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('conta as k')
          .whereRef('k.chave_nfe', '=', 'a.chave_nfe')
          .select(sql<string>`coalesce(min(k.numero), '')`.as('nota_numero'))
          .select(sql<number>`count(*) filter (where k.situacao = 'aberta')`.as('nota_abertas'))
          .select(
            sql<number>`coalesce(sum(k.valor_centavos - k.pago_centavos) filter (where k.situacao = 'aberta'), 0)`.as(
              'nota_aberto',
            ),
          )
          .as('nota'),
      (join) => join.onTrue(),
    )

const COLUNAS = [
  'a.id',
  'a.situacao',
  'a.campo',
  'a.de',
  'a.para',
  'a.chave_nfe',
  'a.decidida_em',
  'cliente.id as cliente_id',
  'cliente.nome as cliente_nome',
  'dono.id as dono_id',
  'dono.name as dono_nome',
  'conta.id as conta_id',
  'conta.numero as conta_numero',
  'nota_numero',
  'nota_abertas',
  'nota_aberto',
  'importacao.id as importacao_id',
  'importacao.arquivo',
  'importacao.criada_em',
  'importador.id as importador_id',
  'importador.name as importador_nome',
  'quem.id as quem_id',
  'quem.name as quem_nome',
] as const

const comColunas = (consulta: ReturnType<typeof selecionar>) => consulta.select(COLUNAS)
type AlteracaoLida = Awaited<ReturnType<ReturnType<typeof comColunas>['executeTakeFirstOrThrow']>>

/** What imports would change at other operators' customers, newest first. */
export async function listarAlteracoes(db: Db, filtro: Filtro) {
  let achadas = selecionar(db)
  if (filtro.situacao) achadas = achadas.where('a.situacao', '=', filtro.situacao)
  if (filtro.campo) achadas = achadas.where('a.campo', '=', filtro.campo)
  if (filtro.operador_id) achadas = achadas.where('cliente.operador_id', '=', filtro.operador_id)
  if (filtro.busca) {
    const padrao = padraoDeBusca(filtro.busca)
    achadas = achadas.where(
      sql<boolean>`(${estaEntreOsAchados('a.cliente_id', filtro.busca)} or normalizar(importacao.arquivo) like ${padrao}
        or normalizar(importador.name) like ${padrao})`,
    )
  }
  const { total } = await achadas.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const linhas = await comColunas(achadas)
    .orderBy('a.id', 'desc')
    .limit(filtro.per_page)
    .offset((filtro.page - 1) * filtro.per_page)
    .execute()
  return {
    data: linhas.map(emContrato),
    pendentes: await contarPendentes(db),
    ...camposDaPagina(filtro, total),
  }
}

async function contarPendentes(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('importacao_alteracao')
    .where('situacao', '=', 'pendente')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function verAlteracao(db: Db | Trx, id: number): Promise<Alteracao> {
  const linha = await comColunas(selecionar(db)).where('a.id', '=', id).executeTakeFirst()
  if (!linha) throw new NaoEncontrado('Esta alteração não existe, ou a importação dela foi desfeita.')
  return emContrato(linha)
}

const pessoa = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

const emContrato = (linha: AlteracaoLida): Alteracao => ({
  id: linha.id,
  situacao: linha.situacao,
  campo: linha.campo,
  de: valorDe(linha.campo, linha.de),
  para: valorDe(linha.campo, linha.para),
  cliente: { id: linha.cliente_id, nome: linha.cliente_nome },
  operador: pessoa(linha.dono_id, linha.dono_nome),
  conta: linha.conta_id === null ? null : { id: linha.conta_id, numero: linha.conta_numero ?? '' },
  nota:
    linha.chave_nfe === null
      ? null
      : {
          chave: linha.chave_nfe,
          numero: linha.nota_numero ?? '',
          contas_abertas: linha.nota_abertas ?? 0,
          valor_aberto: emReais(linha.nota_aberto ?? 0),
        },
  importacao: {
    id: linha.importacao_id,
    arquivo: linha.arquivo,
    usuario: { id: linha.importador_id, name: linha.importador_nome },
    created_at: linha.criada_em,
  },
  decidida_em: linha.decidida_em,
  decidida_por: pessoa(linha.quem_id, linha.quem_nome),
})

/** Kept as the database writes it; money leaves in reais. */
const valorDe = (campo: Alteracao['campo'], guardado: string | null) =>
  campo === 'valor' && guardado !== null ? emReais(Number(guardado)) : guardado
