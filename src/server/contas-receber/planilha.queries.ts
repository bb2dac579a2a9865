import { BOM, linhaCsv } from '#domain/csv.ts'
import { formatarDia } from '#domain/data.ts'
import type { Visao } from './contas.queries.ts'
import { percorrerContas } from './pagina.queries.ts'

const CABECALHO = [
  'conta',
  'parcela',
  'cliente',
  'emissao',
  'vencimento',
  'dias_atraso',
  'valor',
  'pago',
  'hoje_com_encargos',
  'situacao',
  'pago_em',
  'origem',
  'chave_nfe',
]

/** The accounts found, as a spreadsheet that a Brazilian Excel opens, safe against formulas. */
export async function* contasEmCsv(
  visao: Visao,
  filtro: Parameters<typeof percorrerContas>[1],
): AsyncGenerator<string> {
  yield BOM + linhaCsv(CABECALHO)
  for await (const contas of percorrerContas(visao, filtro)) {
    yield contas
      .map((conta) =>
        linhaCsv([
          conta.numero,
          conta.parcela ?? '',
          conta.cliente.nome,
          formatarDia(conta.emissao),
          formatarDia(conta.vencimento),
          String(conta.dias_atraso),
          reais(conta.valor),
          reais(conta.valor_pago),
          reais(conta.valor_atualizado),
          conta.status,
          conta.pago_em ? formatarDia(conta.pago_em) : '',
          conta.origem,
          conta.chave_nfe ?? '',
        ]),
      )
      .join('')
  }
}

const reais = (valor: number) => valor.toFixed(2).replace('.', ',')
