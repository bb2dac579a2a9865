import { sql } from 'kysely'
import type { Alerta } from '#contract/dashboard.ts'
import { DIA_MS } from '#domain/data.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { plural } from '#domain/plural.ts'
import type { Db } from '#server/db/schema.ts'

/** A database that is only read, as a standby or where its host shut it: most of what goes wrong then cannot even be recorded. */
export async function alertasDoBanco(db: Db): Promise<Alerta[]> {
  const { rows } = await sql<{ so_le: boolean }>`
    select current_setting('transaction_read_only')::bool as so_le`.execute(db)
  if (!rows[0]?.so_le) return []
  const mensagem =
    'O PostgreSQL só aceita leituras: nada é gravado, nenhuma mensagem sai, e o que a Meta e o banco avisam é recusado, para que avisem de novo. Confira o servidor do banco: alguns o fecham quando o disco enche, e um reserva não grava.'
  const titulo = 'O banco de dados não aceita gravações'
  return [{ codigo: 'banco_so_leitura', titulo, desde: null, mensagem, erro: null }]
}

/** What files would change of customers of another operator: it waits for an administrator. */
export async function alertasDasAlteracoes(db: Db): Promise<Alerta[]> {
  const { rows } = await sql<{ a_decidir: number; desde: string | null }>`
    select count(*)::int as a_decidir, min(criada_em) as desde from importacao_alteracao where situacao = 'pendente'`.execute(
    db,
  )
  const { a_decidir, desde } = rows[0]!
  if (a_decidir === 0) return []
  const mensagem = `${plural(a_decidir, 'alteração de cliente de outro operador espera', 'alterações de clientes de outros operadores esperam')} a sua decisão.`
  return [
    { codigo: 'alteracoes_a_decidir', titulo: 'Alterações de importações a decidir', desde, mensagem, erro: null },
  ]
}

/** Money that went back and was taken of no credit yet: the payment that it belongs to still counts. Out of the kept counts. */
export async function alertasDasDevolucoes(db: Db): Promise<Alerta[]> {
  const { rows } = await sql<{ quantas: number; centavos: number }>`
    select coalesce(sum(movimentos - creditos), 0)::int as quantas,
      coalesce(sum(valor_centavos - recebido_centavos), 0)::bigint as centavos
    from contagem_movimento where situacao = 'novo'`.execute(db)
  const { quantas, centavos } = rows[0]!
  if (quantas === 0) return []
  const quais = `${plural(quantas, 'devolução do banco, de', 'devoluções do banco, ao todo de')} ${formatarReais(centavos)}`
  const mensagem =
    quantas === 1
      ? `${quais}, ainda não foi abatida de nenhum pagamento. Veja de qual crédito é, ou diga que não é de cliente.`
      : `${quais}, ainda não foram abatidas de nenhum pagamento. Veja de quais créditos são, ou diga que não são de cliente.`
  return [{ codigo: 'devolucoes_a_espera', titulo: 'Devoluções à espera', desde: null, mensagem, erro: null }]
}

/** Mail that does not leave: whoever asked for a new password waits, and does not know why. */
export async function alertasDoCorreio(db: Db, agora: Date): Promise<Alerta[]> {
  const { rows } = await sql<{ erro: string; desde: string; esperam: number; separados: number }>`
    select (array_agg(erro order by id desc))[1] as erro, min(pedido_em) as desde,
      count(distinct email) filter (where situacao = 'pendente')::int as esperam,
      count(distinct email) filter (where situacao = 'separado')::int as separados
    from pedido_de_senha where erro is not null and situacao <> 'feito'
      and pedido_em > ${new Date(agora.getTime() - DIA_MS)} having count(*) > 0`.execute(db)
  const [achado] = rows
  if (!achado) return []
  const { erro, desde, esperam, separados } = achado
  const partes = [
    ...(esperam > 0
      ? [`${plural(esperam, 'pedido de senha nova espera', 'pedidos de senha nova esperam')}, e tentamos de novo`]
      : []),
    ...(separados > 0
      ? [
          `${plural(separados, 'já não será enviado', 'já não serão enviados')}: quem pediu deve pedir de novo, ou receber uma senha de um administrador`,
        ]
      : []),
  ]
  return [
    {
      codigo: 'correio_parado',
      titulo: 'E-mails não saem',
      desde,
      mensagem: `${erro} ${partes.join('; ')}.`,
      erro: null,
    },
  ]
}

const PASTA_ESQUECIDA_MS = 10 * 60_000

/** The watched folder that cannot be used: what is left there waits. One that nobody watches any more is silent. */
export async function alertasDaPasta(db: Db, agora: Date): Promise<Alerta[]> {
  const pasta = await db
    .selectFrom('pasta_vigiada')
    .select(['erro', 'desde'])
    .where('olhada_em', '>', new Date(agora.getTime() - PASTA_ESQUECIDA_MS).toISOString())
    .executeTakeFirst()
  if (!pasta?.erro) return []
  const mensagem = `${pasta.erro} O que for deixado lá espera, e é importado quando ela voltar.`
  return [
    {
      codigo: 'pasta_com_erro',
      titulo: 'A pasta vigiada não pode ser usada',
      desde: pasta.desde,
      mensagem,
      erro: null,
    },
  ]
}

const LISTA_VELHA_MS = 30 * DIA_MS

/** A do-not-contact list that has not been imported again: people registered since are still written to. */
export async function alertasDeBloqueio(db: Db, agora: Date): Promise<Alerta[]> {
  const velhas = await db
    .selectFrom('lista_de_bloqueio')
    .select(['origem', 'importada_em'])
    .where('importada_em', '<', new Date(agora.getTime() - LISTA_VELHA_MS).toISOString())
    .orderBy('importada_em')
    .execute()
  const [maisVelha] = velhas
  if (!maisVelha) return []
  const quais = velhas.map(({ origem }) => origem).join(', ')
  const mensagem = `A última importação de ${quais} passa de 30 dias: quem se registrou depois ainda é cobrado por WhatsApp. Importe a lista de novo em Config. Mensagens, Não perturbe.`
  const titulo = 'Lista de não perturbe desatualizada'
  return [{ codigo: 'bloqueios_antigos', titulo, desde: maisVelha.importada_em, mensagem, erro: null }]
}
