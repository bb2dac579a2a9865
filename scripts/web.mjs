// Checks of src/web that a type checker cannot make: one formatter, no unused or undefined CSS class, no overlong file.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { RAIZ } from './preparar.mjs'

const WEB = join(RAIZ, 'src', 'web')
const FORMATOS = join('src', 'web', 'ui', 'formatos.ts')
/** Code that formats a day, an amount, a document or a phone by hand. */
const A_MAO = /\bIntl\.|\.toLocale(?:Date|Time)?String\(|\)\.slice\(0, 5\)|\/\\D\/g/

const LINHAS = 300

/** One sentence for each violation. */
export function problemasDaWeb() {
  const codigo = ler(/(?<!\.test)\.(tsx?|html)$/)
  const folhas = ler(/\.css$/)
  return [
    ...codigo.flatMap(formatosAMao),
    ...semUso(folhas, [...codigo, ...doServidor()]),
    ...semRegra(codigo, folhas),
    ...deDuasTelas(folhas),
    ...[...codigo, ...folhas].flatMap(longos),
  ]
}

const formatosAMao = ({ nome, texto }) =>
  /\.tsx?$/.test(nome) && nome !== FORMATOS && A_MAO.test(texto)
    ? [`${nome}: quem escreve dias e valores é ui/formatos.ts`]
    : []

const longos = ({ nome, texto }) => (texto.split('\n').length - 1 > LINHAS ? [`${nome}: mais de ${LINHAS} linhas`] : [])

/** Style sheets of two screens may both be loaded, in either order, so which rule of a shared class wins would depend on the previous screen. */
function deDuasTelas(folhas) {
  const donas = new Map()
  for (const { nome, texto } of folhas) {
    const tela = nome.split(sep)[2]
    if (['base.css', 'ui', 'pagina'].includes(tela)) continue
    for (const [, seletores] of texto.replace(COMENTARIO, '').matchAll(/([^{}]+)\{/g))
      for (const [, classe] of seletores.matchAll(/(?:^|,)\s*\.([a-zA-Z][\w-]*)\s*(?=,|$)/g))
        donas.set(classe, (donas.get(classe) ?? new Set()).add(tela))
  }
  return [...donas]
    .filter(([, telas]) => telas.size > 1)
    .map(([classe, telas]) => `a classe ${classe} é de duas telas: ${[...telas].join(' e ')}`)
}

/** A class name may be composed of parts, but each part must appear somewhere as a word. */
function semUso(folhas, codigo) {
  const ditas = new Set(codigo.flatMap(({ texto }) => texto.replace(COMENTARIO, '').match(/[\w-]+/g) ?? []))
  return folhas.flatMap(({ nome, texto }) => {
    const classes = [...texto.replace(COMENTARIO, '').matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g)]
    return [...new Set(classes.map(([, classe]) => classe))]
      .filter((classe) => !ditas.has(classe))
      .map((classe) => `${nome}: ninguém usa a classe ${classe}`)
  })
}

/** Classes written out in a `className` that have no rule. */
function semRegra(codigo, folhas) {
  const regras = [...folhas, ...codigo.filter(({ nome }) => nome.endsWith('.html'))]
  const ditas = new Set(
    regras.flatMap(({ texto }) => texto.replace(COMENTARIO, '').match(/(?<=\.)[a-zA-Z][\w-]*/g) ?? []),
  )
  return codigo.flatMap(({ nome, texto }) =>
    [...texto.matchAll(/\bclassName="([^"]+)"/g)]
      .flatMap(([, classes]) => classes.split(' '))
      .filter((classe) => !ditas.has(classe))
      .map((classe) => `${nome}: a classe ${classe} não tem regra`),
  )
}
const COMENTARIO = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

const ler = (forma, pasta = WEB) =>
  readdirSync(pasta, { recursive: true, encoding: 'utf8' })
    .filter((nome) => forma.test(nome))
    .map((nome) => ({ nome: relative(RAIZ, join(pasta, nome)), texto: readFileSync(join(pasta, nome), 'utf8') }))

/** The customer's page: rendered by the server, styled by the sheets of src/web/pagina. */
const doServidor = () => ler(/\.ts$/, join(RAIZ, 'src', 'server', 'pagina', 'web'))
