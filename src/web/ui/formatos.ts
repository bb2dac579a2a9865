import { diaDe, diaValido, formatarDia, localDe, MESES, nomeDoDia, somarDias } from '#domain/data.ts'
import { comMilhares } from '#domain/dinheiro.ts'
import { formatarDocumento, formatarTelefone } from '#domain/grafia.ts'
import { plural } from '#domain/plural.ts'

export { plural }

/**
 * By hand: the first `Intl.NumberFormat` of a page takes a phone fifty milliseconds, and every screen shows numbers.
 * At most `casas` decimals, at least `minimo`, half away from zero.
 */
export function escrever(n: number, casas: number, minimo = casas): string {
  const escala = 10 ** casas
  const certo = Math.round(Math.abs(n) * escala) / escala
  const [inteiros, decimais = ''] = certo.toFixed(casas).split('.')
  const fracao = decimais.replace(/0+$/, '').padEnd(minimo, '0')
  return `${n < 0 && certo ? '-' : ''}${comMilhares(Number(inteiros))}${fracao && `,${fracao}`}`
}

/** 1234.56 → "1.234,56" (a column of money carries no "R$"). */
export const valor = (emReais: number) => escrever(emReais, 2).replace('-', '−')
/** 1234.56 → "R$ 1.234,56", unbreakable. */
export const dinheiro = (emReais: number) => valor(emReais).replace(/\d/, (primeiro) => `R$\u00A0${primeiro}`)
/** 4321 → "4.321". */
export const numero = (n: number) => escrever(n, 0)
/** 44.8 → "44,8 %". */
export const percentual = (n: number) => `${escrever(n, 1)}\u00A0%`
/** 2 → "2 %", 1.5 → "1,5 %": a rate, as it was written. */
export const taxa = (n: number) => `${escrever(n, 3, 0)}\u00A0%`

/** "terça-feira" → "Terça-feira": to begin a sentence with. */
export const maiuscula = (texto: string) => texto.charAt(0).toLocaleUpperCase('pt-BR') + texto.slice(1)

/** 2026-11-21 → "21/11/2026". */
export const dia = formatarDia
/** 2026-11-21 → "21/11". */
export const diaEMes = (data: string) => formatarDia(data).slice(0, 5)
/** "04/12/2026", "4/12/2026", "04122026" or "2026-12-04" → "2026-12-04"; null when it is no day. */
export function lerDia(texto: string): string | null {
  const limpo = texto.trim()
  const partes = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(limpo) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(limpo)
  const iso = partes ? `${partes[3]}-${partes[2]?.padStart(2, '0')}-${partes[1]?.padStart(2, '0')}` : limpo
  return diaValido(iso) ? iso : null
}
/** 2026-11-24 → "terça-feira". */
export const diaDaSemanaLongo = nomeDoDia
/** 2026-11-24 → "ter". */
export const diaDaSemanaCurto = (data: string) => nomeDoDia(data).slice(0, 3)
/** 2026-11-24, or 2026-11 → "novembro". */
export const mesInteiro = (mes: string) => MESES[Number(mes.slice(5, 7)) - 1] ?? ''
/** 2026-11-24, or 2026-11 → "nov". */
export const mesCurto = (mes: string) => mesInteiro(mes).slice(0, 3)
/** 2026-11-24 → "24 de novembro". */
export const diaDoMes = (data: string) => `${Number(data.slice(8, 10))} de ${mesInteiro(data)}`
/** 2026-11-24 → "terça-feira, 24 de novembro". */
export const diaComprido = (data: string) => `${nomeDoDia(data)}, ${diaDoMes(data)}`
/** 2026-11-24, or 2026-11 → "2026". */
export const ano = (data: string) => data.slice(0, 4)

/** An instant → "14:05". */
export const hora = (instante: string) => localDe(instante).hora
/** An instant → "14:05:09": seconds are the same in every zone. */
export const horaComSegundos = (instante: string) =>
  `${hora(instante)}:${new Date(instante).toISOString().slice(17, 19)}`
/** An instant → "21/11/2026 14:05". */
export const diaEHora = (instante: string) => `${formatarDia(diaDe(instante))} ${hora(instante)}`
/** "14:05" today, "21/11, 14:05" in this year's other days, the whole date before that. */
export function quando(instante: string, agora: Date): string {
  const hoje = diaDe(agora)
  const nele = diaDe(instante)
  if (nele === hoje) return hora(instante)
  return `${ano(nele) === ano(hoje) ? diaEMes(nele) : dia(nele)}, ${hora(instante)}`
}

/** "hoje, 08:02", "ontem, 17:55", "02/10/2026". */
export function ultimaVez(instante: string, agora: Date): string {
  const nele = diaDe(instante)
  const hoje = diaDe(agora)
  if (nele === hoje) return `hoje, ${hora(instante)}`
  return nele === somarDias(hoje, -1) ? `ontem, ${hora(instante)}` : formatarDia(nele)
}

/** Time passed, in words: "agora", "19 min", "2 h 41 min", "3 dias". A number stays beside its unit. */
export function duracao(ms: number): string {
  const minutos = Math.floor(ms / 60_000)
  if (minutos < 1) return 'agora'
  const horas = Math.floor(minutos / 60)
  if (horas >= 24) return plural(Math.floor(horas / 24), 'dia', 'dias')
  return horas > 0 && minutos % 60 === 0 ? `${horas}\u00A0h` : horasEMinutos(horas, minutos % 60)
}
const horasEMinutos = (horas: number, minutos: number) =>
  horas ? `${horas}\u00A0h ${String(minutos).padStart(2, '0')}\u00A0min` : `${minutos}\u00A0min`

/** How long somebody waits: "espera há 12 min". */
export function esperaHa(ms: number): string {
  const quanto = duracao(ms)
  return quanto === 'agora' ? 'espera desde agora' : `espera há ${quanto}`
}

/** Time left, never none: "23 h 43 min", "12 min"; where there is little room, "23 h", "1 h 08". */
export function restante(ms: number, curto: boolean): string {
  const minutos = Math.max(1, Math.floor(ms / 60_000))
  const horas = Math.floor(minutos / 60)
  if (curto && horas >= 10) return `${horas}\u00A0h`
  const inteiro = horasEMinutos(horas, minutos % 60)
  return curto && horas ? inteiro.replace('\u00A0min', '') : inteiro
}

/** What is left of the 24-hour window, in milliseconds; 0 when closed. */
export const restaDaJanela = (ate: string | null, agora: Date) =>
  ate ? Math.max(0, new Date(ate).getTime() - agora.getTime()) : 0

/** CPF, CNPJ (also alphanumeric) as people write it; anything else as it is. */
export const documento = (texto: string | null) => (texto ? formatarDocumento(texto) : '—')
/** "CPF 318.204.597-05", "CNPJ 27.819.043/0001-50". */
export const documentoComNome = (texto: string | null) =>
  texto ? `${texto.length === 11 ? 'CPF' : 'CNPJ'} ${documento(texto)}` : 'Sem documento'

/** +5519988124470 → "(19) 98812-4470"; a foreign number stays as it is. */
export const telefone = (e164: string | null) => (e164 ? formatarTelefone(e164) : '—')

/** "1a2 b3" → "123": what a field of digits keeps of what is typed or pasted. */
export const soDigitos = (texto: string) => texto.replace(/\D/g, '')

/** "1.234,5", "1234.56" or "R$ 80" → 1234.5; null when it is not money. */
export function lerDinheiro(texto: string): number | null {
  const limpo = texto.replace(/[R$\s\u00A0]/g, '')
  if (!/^\d{1,3}(\.\d{3})*(,\d{1,2})?$|^\d+([.,]\d{1,2})?$/.test(limpo)) return null
  const normal = limpo.includes(',') ? limpo.replaceAll('.', '').replace(',', '.') : semMilhar(limpo)
  return Number(normal)
}
/** Money typed in a filter, as the address keeps it; null when it cannot be read. */
export function lerReais(texto: string): string | null {
  const lido = lerDinheiro(texto)
  return lido === null ? null : String(lido)
}
const semMilhar = (texto: string) => (/^\d{1,3}(\.\d{3})+$/.test(texto) ? texto.replaceAll('.', '') : texto)

/** "Marlene Aparecida de Souza" → "MS". */
export function iniciais(nome: string): string {
  const partes = nome.trim().split(/\s+/).filter(Boolean)
  const primeira = partes[0]?.[0] ?? '?'
  const ultima = partes.length > 1 ? (partes.at(-1)?.[0] ?? '') : ''
  return (primeira + ultima).toLocaleUpperCase('pt-BR')
}
export const primeiroNome = (nome: string) => nome.trim().split(/\s+/)[0] ?? nome

/** 4.2 MB in words, for a file. */
export function tamanho(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  if (bytes < 1024 * 1024) return `${numero(Math.ceil(bytes / 1024))} kB`
  return `${escrever(bytes / 1024 / 1024, 1)} MB`
}

/** A step of the cadence: −3 → "D−3", 0 → "D0", 5 → "D+5". */
export const passoCurto = (dias: number) => (dias > 0 ? `D+${dias}` : dias < 0 ? `D−${-dias}` : 'D0')
