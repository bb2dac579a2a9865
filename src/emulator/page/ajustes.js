// @ts-check
// The switches: of this phone, and of all of them.
import { agora, chamar, estado, por, rota, tentar } from './estado.js'
import { diaEHora, iniciais, relogio } from './tela.js'

/** @typedef {import('./estado.js').Aparelho} Aparelho */

const desteAparelho = /** @type {HTMLFormElement} */ (por('deste-aparelho'))
const deTodos = /** @type {HTMLFormElement} */ (por('de-todos'))

/** @param {Aparelho} aparelho */
export function desenharAjustes(aparelho) {
  const { ajustes } = aparelho
  for (const elemento of desteAparelho.elements) {
    const controle = /** @type {HTMLInputElement | HTMLSelectElement} */ (elemento)
    if (!controle.name || (controle === document.activeElement && controle instanceof HTMLSelectElement)) continue
    if (controle.name === 'resposta')
      controle.value = ajustes.resposta ? [ajustes.resposta.tipo, ajustes.resposta.codigo].join(' ').trim() : ''
    else if (controle.name === 'atrasoWebhookMs') controle.value = String(ajustes.atrasoWebhookMs)
    else if (controle instanceof HTMLInputElement) controle.checked = ligado(aparelho, controle.name)
  }
  por('wa-id').textContent = aparelho.wa_id
  por('janela').textContent =
    aparelho.janela_ate && new Date(aparelho.janela_ate) > agora()
      ? `aberta até ${diaEHora(aparelho.janela_ate)}`
      : 'fechada'
}

/** @param {Aparelho} aparelho @param {string} nome */
function ligado(aparelho, nome) {
  if (nome === 'quer_marketing') return aparelho.quer_marketing
  // Undecided means by area code: the wa_id itself shows which way it went.
  if (nome === 'semNono') return aparelho.ajustes.semNono ?? aparelho.wa_id.length < aparelho.telefone.length - 1
  return aparelho.ajustes[nome] === true
}

/** Saves each change of a switch of this phone. @param {() => Promise<unknown>} depois */
export function ouvirAjustes(depois) {
  desteAparelho.addEventListener('change', (evento) => {
    const controle = /** @type {HTMLInputElement | HTMLSelectElement} */ (evento.target)
    if (!controle.name) return
    void tentar(async () => {
      if (controle.name === 'quer_marketing')
        await chamar(`${rota()}/marketing`, 'POST', { aceita: /** @type {HTMLInputElement} */ (controle).checked })
      else await chamar(rota(), 'PATCH', { [controle.name]: valorDe(controle) })
      await depois()
    })
  })
}

por('trocar-numero').addEventListener('click', () => {
  const campo = /** @type {HTMLInputElement} */ (por('numero-novo'))
  const digitos = campo.value.replace(/\D/g, '')
  if (!digitos) return campo.focus()
  void tentar(async () => {
    const novo = `+${digitos.length <= 11 ? '55' : ''}${digitos}`
    const { telefone } = await chamar(`${rota()}/numero`, 'POST', { novo })
    campo.value = ''
    location.hash = telefone
  })
})

/** @param {HTMLInputElement | HTMLSelectElement} controle */
function valorDe(controle) {
  if (controle instanceof HTMLInputElement) return controle.checked
  if (controle.name !== 'resposta') return Number(controle.value)
  const [tipo, codigo] = controle.value.split(' ')
  return tipo ? { tipo, ...(codigo ? { codigo: Number(codigo) } : {}) } : null
}

/** What each word of "Rede" stands for, as chances. */
const REDES = {
  estavel: { duplicar: 0, desordenar: 0, erro429: 0, erro5xx: 0, cortarAntes: 0, cortarDepois: 0, lentidao: 0 },
  instavel: {
    duplicar: 0.05,
    desordenar: 0.1,
    erro429: 0.03,
    erro5xx: 0.03,
    cortarAntes: 0.01,
    cortarDepois: 0.01,
    lentidao: 0.05,
  },
  caotica: {
    duplicar: 0.3,
    desordenar: 0.4,
    erro429: 0.1,
    erro5xx: 0.1,
    cortarAntes: 0.05,
    cortarDepois: 0.05,
    lentidao: 0.2,
  },
}

const NUMEROS = new Set(['vazaoPorSegundo', 'revisaoMs', 'criacoesPorHora'])

deTodos.addEventListener('change', (evento) => {
  const controle = /** @type {HTMLInputElement | HTMLSelectElement} */ (evento.target)
  const { name, value } = controle
  const mudanca =
    name === 'rede'
      ? { caos: REDES[/** @type {keyof typeof REDES} */ (value)] }
      : name === 'situacao'
        ? { situacao: value === 'normal' ? value : Number(value) }
        : NUMEROS.has(name)
          ? { [name]: value === '' ? null : Number(value) }
          : { [name]: controle instanceof HTMLInputElement ? controle.checked : value || null }
  void tentar(() => chamar('/estado', 'PATCH', mudanca))
})

por('repetir').addEventListener('click', () => {
  const ultimo = estado.aparelho?.webhooks[0]
  if (ultimo) void tentar(() => chamar(`/webhooks/${ultimo.id}/repetir`, 'POST'))
})

export async function atualizarEstado() {
  const { relogio: iso, empresa, chaves } = await chamar('/estado')
  estado.desvioMs = new Date(iso).getTime() - Date.now()
  por('empresa').textContent = empresa
  por('empresa-iniciais').textContent = iniciais(empresa)
  const rede = chaves.caos.duplicar >= 0.3 ? 'caotica' : chaves.caos.duplicar > 0 ? 'instavel' : 'estavel'
  const valores = { ...chaves, rede }
  for (const elemento of deTodos.elements) {
    const controle = /** @type {HTMLInputElement | HTMLSelectElement} */ (elemento)
    if (controle instanceof HTMLInputElement) controle.checked = valores[controle.name]
    else mostrarEscolhido(/** @type {HTMLSelectElement} */ (controle), String(valores[controle.name] ?? ''))
  }
  mostrarRelogio()
}

/** A value that is none of the choices, set by a test or at start, becomes one. @param {HTMLSelectElement} lista @param {string} valor */
function mostrarEscolhido(lista, valor) {
  if (![...lista.options].some((opcao) => opcao.value === valor)) lista.add(new Option(valor, valor))
  lista.value = valor
}

export function mostrarRelogio() {
  por('relogio').textContent = relogio(agora())
}
