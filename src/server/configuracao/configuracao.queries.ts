import { type Calendario, criarCalendario, type Horario } from '#domain/calendario.ts'
import type { Taxas } from '#domain/encargos.ts'
import type { Regua } from '#domain/regua.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** The company's settings as the rules of the domain want them. */
export interface Configuracao {
  empresa: string
  pix: string | null
  taxas: Taxas
  horario: Horario
  calendario: Calendario
  regua: Regua
  /** What last stopped the dispatcher; null while it runs. */
  contaParada: { codigo: string; mensagem: string; em: string } | null
}

/** Reads them all: two small tables and one row. */
export async function lerConfiguracao(db: Db | Trx): Promise<Configuracao> {
  const linha = await db.selectFrom('configuracao').selectAll().executeTakeFirstOrThrow()
  const feriados = await db.selectFrom('feriado').select('dia').execute()
  const passos = await db.selectFrom('passo_regua').select(['dias', 'tipo', 'ativo']).orderBy('dias').execute()
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
    calendario: criarCalendario(
      feriados.map(({ dia }) => dia),
      horario,
    ),
    regua: {
      passos,
      diasUteis: linha.dias_uteis,
      maxTentativas: linha.max_tentativas,
      intervaloMinimoDias: linha.intervalo_minimo_dias,
    },
    contaParada: linha.conta_parada_codigo
      ? { codigo: linha.conta_parada_codigo, mensagem: linha.conta_parada_mensagem ?? '', em: linha.conta_parada_em! }
      : null,
  }
}

/** The calendar alone, for whoever moves a due day to a business day. */
export async function lerCalendario(db: Db | Trx): Promise<Calendario> {
  const feriados = await db.selectFrom('feriado').select('dia').execute()
  return criarCalendario(feriados.map(({ dia }) => dia))
}

/** The charges alone, for whoever says what an account is worth today. */
export async function lerTaxas(db: Db | Trx): Promise<Taxas> {
  const linha = await db
    .selectFrom('configuracao')
    .select(['multa_centesimos', 'juros_mes_centesimos'])
    .executeTakeFirstOrThrow()
  return { multaCentesimos: linha.multa_centesimos, jurosMesCentesimos: linha.juros_mes_centesimos }
}

/** What messages say of the company, and its charges. */
export async function lerEmpresa(db: Db | Trx): Promise<{ empresa: string; pix: string | null; taxas: Taxas }> {
  const linha = await db
    .selectFrom('configuracao')
    .select(['empresa', 'pix', 'multa_centesimos', 'juros_mes_centesimos'])
    .executeTakeFirstOrThrow()
  return {
    empresa: linha.empresa,
    pix: linha.pix,
    taxas: { multaCentesimos: linha.multa_centesimos, jurosMesCentesimos: linha.juros_mes_centesimos },
  }
}
