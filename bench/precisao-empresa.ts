import { type Dia, somarDias } from '#domain/data.ts'
import { cnpjValido } from '#domain/documento.ts'
import { documentoDe } from './conciliacao.ts'
import { type Acaso, criarAcaso, MEIOS, PRENOMES, RAMOS, SIGLAS, SOBRENOMES, valorDe } from './empresa-inventada.ts'

/** A generated company, the same every time. */
export interface Empresa {
  acaso: Acaso
  clientes: { id: number; nome: string; documento: string; contas: Conta[] }[]
  contas: Conta[]
}
export type Cliente = Empresa['clientes'][number]

export interface Conta {
  id: number
  clienteId: number
  nossoNumero: string
  valorCentavos: number
  vencimento: Dia
  /** No movement of the month is about it yet. */
  livre: boolean
}

/** The month's first day: accounts fall due up to two months before it, and one after. */
export const PRIMEIRO: Dia = '2026-10-26'

export function inventarEmpresa(semente: number, quantos: number): Empresa {
  const acaso = criarAcaso(semente)
  const contas: Conta[] = []
  const clientes = Array.from({ length: quantos }, (_, i) => {
    const id = i + 1
    const firma = acaso.proximo() < 0.4
    const nome = firma
      ? `${acaso.um(RAMOS)} ${acaso.um(SOBRENOMES)} ${acaso.um(SIGLAS)} Ltda`
      : [acaso.um(PRENOMES), acaso.um(MEIOS), acaso.um(SOBRENOMES), acaso.um(SOBRENOMES)].join(' ')
    const dele = Array.from({ length: acaso.um([1, 1, 1, 2, 2, 3, 5]) }, (): Conta => {
      const conta = {
        id: contas.length + 1,
        clienteId: id,
        nossoNumero: String(1_000_000 + contas.length * 10).padStart(8, '0'),
        valorCentavos: valorDe(acaso),
        vencimento: emDiaDeSemana(somarDias(PRIMEIRO, acaso.inteiro(90) - 60)),
        livre: true,
      }
      contas.push(conta)
      return conta
    })
    return { id, nome, documento: firma ? umCnpj(id) : documentoDe(id), contas: dele }
  })
  return { acaso, clientes, contas }
}

const emDiaDeSemana = (dia: Dia): Dia => {
  const qual = new Date(`${dia}T12:00:00Z`).getUTCDay()
  return qual === 0 ? somarDias(dia, 1) : qual === 6 ? somarDias(dia, 2) : dia
}

export function umCnpj(id: number): string {
  const base = `${String((id * 7_919_777) % 100_000_000).padStart(8, '0')}0001`
  for (let digitos = 0; digitos < 100; digitos++) {
    const cnpj = base + String(digitos).padStart(2, '0')
    if (cnpjValido(cnpj)) return cnpj
  }
  throw new Error('no check digits')
}
