import { codigoDeExemplo } from '#domain/codigo.ts'
import { type Dia, formatarDia, somarDias } from '#domain/data.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { linkDeExemplo } from '#domain/link.ts'
import { EXEMPLOS, TIPOS_MODELO, type TipoModelo, type Valores } from '#domain/modelo.ts'
import { totalDoModelo, valoresDoModelo } from '#domain/preenchimento.ts'
import type { Recebedor } from '#domain/recebimento.ts'
import { dadosParaExemplo } from '#server/clientes/destinatario.queries.ts'
import { lerEmpresa } from '#server/configuracao/configuracao.queries.ts'
import type { Db } from '#server/db/schema.ts'
import { contasAbertasDe } from '#server/saldo/abertas.queries.ts'
import type { Servicos } from '#server/servicos.ts'
import { contasDoTipo } from './preencher.queries.ts'
import { quemMostra } from './quem-mostra.queries.ts'

interface Exemplo {
  /** The customer whose values they are; null: invented. `na_situacao`: whether the text would reach this customer today. */
  cliente: { id: number; nome: string; na_situacao: boolean } | null
  valores: Valores
}

/**
 * Each text's values today: for the given customer or, without one, for a customer in the text's situation (the reminder: one
 * with something falling due). If nobody is, the values are invented.
 */
export async function valoresDeExemplo(
  { db, origem }: Pick<Servicos, 'db' | 'origem'>,
  clienteId: number | undefined,
  dia: Dia,
) {
  const empresa = { ...(await lerEmpresa(db)), link: linkDeExemplo(origem) }
  const exemplos = new Map<TipoModelo, Exemplo>()
  for (const tipo of TIPOS_MODELO) {
    const achado = clienteId === undefined ? await quemMostra(db, tipo, dia) : { id: clienteId }
    const exemplo = achado && (await exemploDe(db, tipo, achado, empresa, dia))
    if (!exemplo && clienteId !== undefined) throw new NaoEncontrado('Este cliente não existe.')
    exemplos.set(tipo, exemplo ?? { cliente: null, valores: valoresInventados(empresa, tipo, dia) })
  }
  const clientes = porTipo((tipo) => exemplos.get(tipo)!.cliente)
  return { cliente: clientes.atraso, clientes, valores: porTipo((tipo) => exemplos.get(tipo)!.valores) }
}

type Empresa = Awaited<ReturnType<typeof lerEmpresa>> & { link: string }

async function exemploDe(
  db: Db,
  tipo: TipoModelo,
  { id, pagoCentavos }: { id: number; pagoCentavos?: number },
  { empresa, pix, taxas, recebedor, link }: Empresa,
  dia: Dia,
): Promise<Exemplo | undefined> {
  const cliente = await dadosParaExemplo(db, id)
  if (!cliente) return undefined
  const { nome, documento, operador } = cliente
  const abertas = await contasAbertasDe(db, id, dia, taxas)
  const contas = contasDoTipo(tipo, abertas, dia)
  const copiaECola = codigoDeExemplo(recebedor, totalDoModelo(contas))
  const valores = valoresDoModelo({ nome, documento, empresa, pix, operador, contas, copiaECola, link })
  return {
    cliente: {
      id,
      nome,
      na_situacao: pagoCentavos !== undefined || contasDoTipo(tipo, abertas, dia, 'so-do-tipo').length > 0,
    },
    valores: pagoCentavos === undefined ? valores : { ...valores, valor: formatarReais(pagoCentavos) },
  }
}

/** How far from its due day each text is read, where that is not some days late. */
const DIAS_ATE_VENCER: Partial<Record<TipoModelo, number>> = { lembrete: 3, vencimento: 0, negociacao: 10, parcela: 3 }

/** The same amount as in `EXEMPLOS`, in cents. */
const VALOR_INVENTADO = 253_373

/** Values of nobody: the company's own, and a due day that fits the text. */
export function valoresInventados(
  { empresa, pix, recebedor, link }: { empresa: string; pix: string | null; recebedor: Recebedor | null; link: string },
  tipo: TipoModelo,
  dia: Dia,
): Valores {
  const faltam = DIAS_ATE_VENCER[tipo]
  const emDia = faltam !== undefined && { dias_atraso: '0', valor_atualizado: EXEMPLOS.valor }
  const vencimento = formatarDia(somarDias(dia, faltam ?? -Number(EXEMPLOS.dias_atraso)))
  const pix_copia_e_cola = codigoDeExemplo(recebedor, VALOR_INVENTADO) ?? ''
  return { ...EXEMPLOS, empresa, pix: pix ?? '', pix_copia_e_cola, link, vencimento, ...emDia }
}

const porTipo = <T>(dar: (tipo: TipoModelo) => T) =>
  Object.fromEntries(TIPOS_MODELO.map((tipo) => [tipo, dar(tipo)])) as Record<TipoModelo, T>
