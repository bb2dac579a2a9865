import { diaDe, diaValido, FUSO, formatarDia, localDe, somarDias } from '#domain/data.ts'

const reais = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const inteiro = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 })
const umaCasa = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const compacto = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 })
const diaPorExtenso = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const semanaCurta = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', weekday: 'short' })
const semanaLonga = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', weekday: 'long' })

/** 1234.56 → "1.234,56" (a column of money carries no "R$"). */
export const valor = (emReais: number) => reais.format(emReais).replace('-', '−')
/** 1234.56 → "R$ 1.234,56", unbreakable. */
export const dinheiro = (emReais: number) => `${emReais < 0 ? '−' : ''}R$\u00A0${reais.format(Math.abs(emReais))}`
/** 4321 → "4.321". */
export const numero = (n: number) => inteiro.format(n)
/** 44.8 → "44,8 %". */
export const percentual = (n: number) => `${umaCasa.format(n)}\u00A0%`
/** 3.1 → "3,1 pontos": between two percentages. */
export const pontos = (n: number) => `${umaCasa.format(n)} ${n < 1.05 ? 'ponto' : 'pontos'}`
/** 482000 → "482 mil". */
export const resumido = (n: number) => compacto.format(n)

/** "terça-feira" → "Terça-feira": to begin a sentence with. */
export const maiuscula = (texto: string) => texto.charAt(0).toLocaleUpperCase('pt-BR') + texto.slice(1)

/** "1 conta", "3 contas". */
export const plural = (n: number, um: string, varios: string) => `${numero(n)} ${n === 1 ? um : varios}`

/** 2026-11-21 → "21/11/2026". */
export const dia = formatarDia
/** "04/12/2026", "4/12/2026", "04122026" or "2026-12-04" → "2026-12-04"; null when it is no day. */
export function lerDia(texto: string): string | null {
  const limpo = texto.trim()
  const partes = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(limpo) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(limpo)
  const iso = partes ? `${partes[3]}-${partes[2]?.padStart(2, '0')}-${partes[1]?.padStart(2, '0')}` : limpo
  return diaValido(iso) ? iso : null
}
const emUtc = (data: string) => new Date(`${data}T00:00:00Z`)
/** 2026-11-24 → "terça-feira, 24 de novembro". */
export const diaComprido = (data: string) => diaPorExtenso.format(emUtc(data))
/** 2026-11-24 → "ter". */
export const diaDaSemanaCurto = (data: string) => semanaCurta.format(emUtc(data)).replace('.', '')
/** 2026-11-24 → "terça-feira". */
export const diaDaSemanaLongo = (data: string) => semanaLonga.format(emUtc(data))

/** An instant → "14:05". */
export const hora = (instante: string) => localDe(instante).hora
const relogio = new Intl.DateTimeFormat('pt-BR', { timeZone: FUSO, timeStyle: 'medium' })
/** An instant → "14:05:09". */
export const horaComSegundos = (instante: string) => relogio.format(new Date(instante))
/** An instant → "21/11/2026 14:05". */
export const diaEHora = (instante: string) => `${formatarDia(diaDe(instante))} ${hora(instante)}`
/** "14:05" today, "21/11, 14:05" in this year's other days, the whole date before that. */
export function quando(instante: string, agora: Date): string {
  const hoje = diaDe(agora)
  const nele = diaDe(instante)
  if (nele === hoje) return hora(instante)
  const curto = nele.slice(0, 4) === hoje.slice(0, 4) ? formatarDia(nele).slice(0, 5) : formatarDia(nele)
  return `${curto}, ${hora(instante)}`
}

/** "hoje, 08:02", "ontem, 17:55", "02/10/2026". */
export function ultimaVez(instante: string, agora: Date): string {
  const nele = diaDe(instante)
  const hoje = diaDe(agora)
  if (nele === hoje) return `hoje, ${hora(instante)}`
  return nele === somarDias(hoje, -1) ? `ontem, ${hora(instante)}` : formatarDia(nele)
}

/** Time passed, in words: "agora", "19 min", "2 h 41 min", "3 dias". */
export function duracao(ms: number): string {
  const minutos = Math.floor(ms / 60_000)
  if (minutos < 1) return 'agora'
  if (minutos < 60) return `${minutos} min`
  const horas = Math.floor(minutos / 60)
  if (horas < 24) return minutos % 60 ? `${horas} h ${String(minutos % 60).padStart(2, '0')} min` : `${horas} h`
  return plural(Math.floor(horas / 24), 'dia', 'dias')
}

/** What is left of the 24-hour window, in milliseconds; 0 when closed. */
export const restaDaJanela = (ate: string | null, agora: Date) =>
  ate ? Math.max(0, new Date(ate).getTime() - agora.getTime()) : 0

/** CPF, CNPJ (also alphanumeric) as people write it; anything else as it is. */
export function documento(texto: string | null): string {
  if (!texto) return '—'
  if (/^\d{11}$/.test(texto)) return texto.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4')
  if (/^[0-9A-Z]{12}\d{2}$/.test(texto)) return texto.replace(/(.{2})(.{3})(.{3})(.{4})(.{2})/, '$1.$2.$3/$4-$5')
  return texto
}
/** "CPF 318.204.597-05", "CNPJ 27.819.043/0001-50". */
export const documentoComNome = (texto: string | null) =>
  texto ? `${texto.length === 11 ? 'CPF' : 'CNPJ'} ${documento(texto)}` : 'Sem documento'

/** +5519988124470 → "(19) 98812-4470"; a foreign number stays as it is. */
export function telefone(e164: string | null): string {
  if (!e164) return '—'
  const partes = /^\+55(\d{2})(\d{4,5})(\d{4})$/.exec(e164)
  return partes ? `(${partes[1]}) ${partes[2]}-${partes[3]}` : e164
}

/** "1.234,5", "1234.56" or "R$ 80" → 1234.5; null when it is not money. */
export function lerDinheiro(texto: string): number | null {
  const limpo = texto.replace(/[R$\s\u00A0]/g, '')
  if (!/^\d{1,3}(\.\d{3})*(,\d{1,2})?$|^\d+([.,]\d{1,2})?$/.test(limpo)) return null
  const normal = limpo.includes(',') ? limpo.replaceAll('.', '').replace(',', '.') : semMilhar(limpo)
  return Number(normal)
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
  return `${umaCasa.format(bytes / 1024 / 1024)} MB`
}

/** A step of the cadence: −3 → "D−3", 0 → "D0", 5 → "D+5". */
export const passoCurto = (dias: number) => (dias > 0 ? `D+${dias}` : dias < 0 ? `D−${-dias}` : 'D0')
