// @ts-check
// The account's templates, and what review, readers or Meta decide about each.
import { chamar, por, tentar } from './estado.js'
import { criar } from './tela.js'

/**
 * @typedef {{ id: string, name: string, status: string, category: string, retido?: boolean,
 *   quality_score: { score: string } }} Modelo
 */

const STATUS = {
  PENDING: 'em análise',
  APPROVED: 'aprovado',
  REJECTED: 'rejeitado',
  PAUSED: 'pausado',
  DISABLED: 'desativado',
  IN_APPEAL: 'em recurso',
  ARCHIVED: 'arquivado',
}
const CAMPOS = /** @type {const} */ ([
  ['status', 'Situação', STATUS],
  ['qualidade', 'Qualidade', { UNKNOWN: 'desconhecida', GREEN: 'alta', YELLOW: 'média', RED: 'baixa' }],
  ['categoria', 'Categoria', { UTILITY: 'utilidade', MARKETING: 'marketing' }],
  ['ritmo', 'Ritmo', { livre: 'livre', retido: 'retém os envios', descartado: 'descarta os retidos' }],
])

/** @param {Modelo} modelo @param {(typeof CAMPOS)[number][0]} campo */
function valorDe({ status, category, retido, quality_score }, campo) {
  if (campo === 'status') return status
  if (campo === 'qualidade') return quality_score.score
  if (campo === 'categoria') return category
  return retido ? 'retido' : 'livre'
}

export async function atualizarModelos() {
  const lista = por('modelos')
  // Drawing again would close the list that somebody is choosing from.
  if (lista.contains(document.activeElement) && document.activeElement instanceof HTMLSelectElement) return
  /** @type {{ data: Modelo[] }} */
  const { data } = await chamar('/modelos')
  const abertos = new Set([...lista.querySelectorAll('details[open]')].map((um) => um.id))
  por('modelos-titulo').textContent = `Modelos da conta (${data.length})`
  por('modelos-vazio').hidden = data.length > 0
  lista.replaceChildren(...data.map((modelo) => desenhar(modelo, abertos)))
}

/** @param {Modelo} modelo @param {Set<string>} abertos */
function desenhar(modelo, abertos) {
  const id = `modelo-${modelo.id}`
  const situacao = STATUS[/** @type {keyof typeof STATUS} */ (modelo.status)] ?? modelo.status
  const tom = modelo.status === 'APPROVED' ? 'sucesso' : modelo.status === 'PENDING' ? 'neutro' : 'erro'
  return criar(
    'li',
    {},
    criar(
      'details',
      { id, open: abertos.has(id) },
      criar('summary', {}, criar('code', {}, modelo.name), criar('span', { class: `selo ${tom}` }, situacao)),
      ...CAMPOS.map(([campo, rotulo, opcoes]) => escolha(modelo, campo, rotulo, opcoes)),
    ),
  )
}

/**
 * @param {Modelo} modelo @param {(typeof CAMPOS)[number][0]} campo
 * @param {string} rotulo @param {Record<string, string>} opcoes
 */
function escolha(modelo, campo, rotulo, opcoes) {
  const atual = valorDe(modelo, campo)
  const mudar = (/** @type {Event} */ evento) => {
    const controle = /** @type {HTMLSelectElement} */ (evento.target)
    const { value } = controle
    controle.blur()
    void tentar(async () => {
      await chamar(`/modelos/${modelo.id}`, 'PATCH', { [campo]: value })
      await atualizarModelos()
    })
  }
  return criar(
    'label',
    { class: 'linha' },
    criar('span', {}, rotulo),
    criar(
      'select',
      { change: mudar },
      ...Object.entries(opcoes).map(([valor, texto]) =>
        criar('option', { value: valor, selected: valor === atual }, texto),
      ),
    ),
  )
}
