import { setTimeout as esperar } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Calendario, criarCalendario, type Horario } from '#domain/calendario.ts'
import type { ContatoLegal } from '#domain/contato-legal.ts'
import type { Dia } from '#domain/data.ts'
import type { Taxas } from '#domain/encargos.ts'
import type { Numero } from '#domain/limite.ts'
import { type ConfirmarPessoa, type Recebedor, recebedorDe } from '#domain/recebimento.ts'
import type { Passo, Regua } from '#domain/regua.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Database, Db, Linha, Trx } from '#server/db/schema.ts'

/** The company's settings as the rules of the domain want them. */
export interface Configuracao {
  empresa: string
  pix: string | null
  taxas: Taxas
  horario: Horario
  calendario: Calendario
  lei: ContatoLegal
  regua: Regua
  /** For how many business days money that may be on its way is waited for. */
  carenciaDiasUteis: number
  /** Which customers are asked, before they are billed, whether the phone is theirs. */
  confirmarPessoa: ConfirmarPessoa
  /** What Meta says of the number, and the start of its warm-up: how many people may be reached in a day. */
  numero: Numero
  /** What last stopped the dispatcher; null while it runs. */
  contaParada: { codigo: string; mensagem: string; em: string } | null
}

export type LinhaDaConfiguracao = Pick<
  Linha<'configuracao'>,
  | 'empresa'
  | 'pix'
  | 'multa_centesimos'
  | 'juros_mes_centesimos'
  | 'inicio'
  | 'fim'
  | 'sabado_inicio'
  | 'sabado_fim'
  | 'dias_uteis'
  | 'max_tentativas'
  | 'intervalo_minimo_dias'
  | 'conta_parada_codigo'
  | 'conta_parada_mensagem'
  | 'conta_parada_em'
  | 'aquecimento_desde'
> & {
  nivel: string | null
  qualidade: string | null
  carencia_dias_uteis: number
  confirmar_pessoa: ConfirmarPessoa
  feriados: Dia[]
  passos: Passo[]
  linhas_da_lei: ContatoLegal['linhas']
  feriados_locais: ContatoLegal['feriados']
}

const horas = (prefixo: '' | 'sabado_') => {
  const [inicio, fim] = [sql.ref(`${prefixo}inicio`), sql.ref(`${prefixo}fim`)]
  return sql`case when ${inicio} is not null then json_build_object('inicio', ${inicio}, 'fim', ${fim}) end`
}

/** All settings as one row for `configuracaoDe`, so that a list can select it beside its counts. */
export const CONFIGURACAO = sql<LinhaDaConfiguracao>`
    select empresa, pix, multa_centesimos, juros_mes_centesimos, inicio, fim, sabado_inicio, sabado_fim, dias_uteis,
      max_tentativas, intervalo_minimo_dias, conta_parada_codigo, conta_parada_mensagem, conta_parada_em,
      whatsapp_situacao->>'limite' as nivel, whatsapp_situacao->>'qualidade' as qualidade, aquecimento_desde,
      (select carencia_dias_uteis from recebimento) as carencia_dias_uteis,
      (select confirmar_pessoa from recebimento) as confirmar_pessoa, array(select dia from feriado) as feriados,
      (select coalesce(json_agg(json_build_object('dias', dias, 'tipo', tipo, 'ativo', ativo) order by dias), '[]')
        from passo_regua) as passos,
      (select coalesce(json_agg(json_build_object('uf', uf, 'semana', ${horas('')}, 'sabado', ${horas('sabado_')},
        'fonte', fonte, 'conferidoEm', conferido_em)), '[]') from lei_de_contato where ativo) as linhas_da_lei,
      (select coalesce(json_agg(json_build_object('dia', dia, 'uf', uf, 'municipio', municipio)), '[]') from feriado_local) as feriados_locais
    from configuracao`

/** Reads them in a statement of their own. */
export async function lerConfiguracao(db: Db | Trx): Promise<Configuracao> {
  return configuracaoDe((await preparada(db, CONFIGURACAO.compile(db))).rows[0]!)
}

/** The row of `CONFIGURACAO`, as the driver or as JSON brings it, as the rules want it. */
export function configuracaoDe(linha: LinhaDaConfiguracao): Configuracao {
  const horario = {
    inicio: linha.inicio,
    fim: linha.fim,
    sabadoInicio: linha.sabado_inicio,
    sabadoFim: linha.sabado_fim,
  }
  return {
    empresa: linha.empresa,
    pix: linha.pix,
    taxas: { multaCentesimos: linha.multa_centesimos, jurosMesCentesimos: linha.juros_mes_centesimos },
    horario,
    calendario: criarCalendario(linha.feriados, horario),
    lei: { linhas: linha.linhas_da_lei, feriados: linha.feriados_locais },
    regua: {
      passos: linha.passos,
      diasUteis: linha.dias_uteis,
      maxTentativas: linha.max_tentativas,
      intervaloMinimoDias: linha.intervalo_minimo_dias,
    },
    carenciaDiasUteis: linha.carencia_dias_uteis,
    confirmarPessoa: linha.confirmar_pessoa,
    numero: { nivel: linha.nivel, qualidade: linha.qualidade, aquecimentoDesde: linha.aquecimento_desde },
    contaParada:
      linha.conta_parada_codigo && linha.conta_parada_em
        ? {
            codigo: linha.conta_parada_codigo,
            mensagem: linha.conta_parada_mensagem ?? '',
            em: new Date(linha.conta_parada_em).toISOString(),
          }
        : null,
  }
}

const TRAVA_DO_CALENDARIO = sql`hashtextextended('calendario', 0)`

/**
 * Reads the calendar and keeps it unchanged until the transaction ends, for writers of business due days. Call it
 * before locking a customer, because a change of the holidays locks customers afterwards.
 */
export async function fixarCalendario(trx: Trx): Promise<Calendario> {
  await sql`select pg_advisory_xact_lock_shared(${TRAVA_DO_CALENDARIO})`.execute(trx)
  return lerCalendario(trx)
}

/**
 * As `fixarCalendario`, for a session (`comSessaoViva`) until it unlocks: an import computes due days long before it
 * writes them.
 */
export async function fixarCalendarioDaSessao(conexao: Kysely<Database>): Promise<Calendario> {
  await sql`select pg_advisory_lock_shared(${TRAVA_DO_CALENDARIO})`.execute(conexao)
  return lerCalendario(conexao)
}

const PACIENCIA = { tentativas: 20, intervaloMs: 100 }

/**
 * Locks the calendar to change it; false when others keep using it. It tries instead of waiting, so as not to block new
 * readers.
 */
export async function travarCalendario(trx: Trx): Promise<boolean> {
  for (let tentativa = 0; tentativa < PACIENCIA.tentativas; tentativa += 1) {
    const { rows } = await sql<{ obtida: boolean }>`
      select pg_try_advisory_xact_lock(${TRAVA_DO_CALENDARIO}) as obtida`.execute(trx)
    if (rows[0]!.obtida) return true
    await esperar(PACIENCIA.intervaloMs)
  }
  return false
}

async function lerCalendario(db: Kysely<Database>): Promise<Calendario> {
  const feriados = await db.selectFrom('feriado').select('dia').execute()
  return criarCalendario(feriados.map(({ dia }) => dia))
}

/** The charges alone, for code that values an account today. */
export async function lerTaxas(db: Db | Trx): Promise<Taxas> {
  const consulta = db.selectFrom('configuracao').select(['multa_centesimos', 'juros_mes_centesimos'])
  const { multa_centesimos, juros_mes_centesimos } = (await preparada(db, consulta.compile())).rows[0]!
  return { multaCentesimos: multa_centesimos, jurosMesCentesimos: juros_mes_centesimos }
}

/** What messages say of the company, and its charges. */
export async function lerEmpresa(
  db: Db | Trx,
): Promise<{ empresa: string; pix: string | null; taxas: Taxas; recebedor: Recebedor | null }> {
  const linha = await db
    .selectFrom('configuracao')
    .innerJoin('recebimento', (join) => join.onTrue())
    .select(['empresa', 'pix', 'multa_centesimos', 'juros_mes_centesimos', 'pix_nome', 'pix_cidade'])
    .executeTakeFirstOrThrow()
  return {
    empresa: linha.empresa,
    pix: linha.pix,
    recebedor: recebedorDe({ pix: linha.pix, nome: linha.pix_nome, cidade: linha.pix_cidade }),
    taxas: { multaCentesimos: linha.multa_centesimos, jurosMesCentesimos: linha.juros_mes_centesimos },
  }
}

/**
 * Meta's id of the number in force; null before any was. `firme`: it does not change until the transaction ends, which
 * must hold no other lock yet.
 */
export async function numeroEmVigor(db: Db | Trx, firme = false): Promise<string | null> {
  const { rows } = await sql<{ numero: string | null }>`
    select whatsapp_em_vigor->>'phoneNumberId' as numero from configuracao ${firme ? sql`for share` : sql``}`.execute(
    db,
  )
  return rows[0]?.numero ?? null
}
