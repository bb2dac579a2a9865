// What a type checker cannot see of src/web: one formatter, no CSS class that nothing uses, no file too long to read.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { RAIZ } from './preparar.mjs'

const WEB = join(RAIZ, 'src', 'web')
const FORMATOS = join('src', 'web', 'ui', 'formatos.ts')
/** How a day, an amount, a document or a phone is written by hand. */
const A_MAO = /\bIntl\.|\.toLocale(?:Date|Time)?String\(|\)\.slice\(0, 5\)|\/\\D\/g/

const LINHAS = 300

/** A sentence for each thing that is not as it should be. */
export function problemasDaWeb() {
  const codigo = ler(/(?<!\.test)\.(tsx?|html)$/)
  const folhas = ler(/\.css$/)
  return [
    ...codigo.flatMap(formatosAMao),
    ...semUso(folhas, [...codigo, ...doServidor()]),
    ...[...codigo, ...folhas].flatMap(longos),
  ]
}

const formatosAMao = ({ nome, texto }) =>
  /\.tsx?$/.test(nome) && nome !== FORMATOS && A_MAO.test(texto)
    ? [`${nome}: quem escreve dias e valores é ui/formatos.ts`]
    : []

const longos = ({ nome, texto }) => (texto.split('\n').length - 1 > LINHAS ? [`${nome}: mais de ${LINHAS} linhas`] : [])

/** A class name may be composed of parts, but each part appears somewhere as a word. */
function semUso(folhas, codigo) {
  const ditas = new Set(codigo.flatMap(({ texto }) => texto.replace(COMENTARIO, '').match(/[\w-]+/g) ?? []))
  return folhas.flatMap(({ nome, texto }) => {
    const classes = [...texto.replace(COMENTARIO, '').matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g)]
    return [...new Set(classes.map(([, classe]) => classe))]
      .filter((classe) => !ditas.has(classe))
      .map((classe) => `${nome}: ninguém usa a classe ${classe}`)
  })
}
const COMENTARIO = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

const ler = (forma, pasta = WEB) =>
  readdirSync(pasta, { recursive: true, encoding: 'utf8' })
    .filter((nome) => forma.test(nome))
    .map((nome) => ({ nome: relative(RAIZ, join(pasta, nome)), texto: readFileSync(join(pasta, nome), 'utf8') }))

/** The customer's page: written by the server, styled by the sheets of src/web/pagina. */
const doServidor = () => ler(/\.ts$/, join(RAIZ, 'src', 'server', 'pagina', 'web'))
