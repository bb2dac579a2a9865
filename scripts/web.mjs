// What a type checker cannot see of src/web: one formatter, no rule of style that nothing wears, no file too long to read.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { RAIZ } from './preparar.mjs'

const WEB = join(RAIZ, 'src', 'web')
const FORMATOS = join(WEB, 'ui', 'formatos.ts')
/** How a day, an amount, a document or a phone is written by hand. */
const A_MAO = /\bIntl\.|\.toLocale(?:Date|Time)?String\(|\)\.slice\(0, 5\)|\/\\D\/g/

/** A sentence for each thing that is not as it should be. */
export function problemasDaWeb() {
  const arquivos = ler(/\.(tsx?|css)$/)
  return arquivos.filter(({ nome }) => /\.tsx?$/.test(nome) && !/\.test\.ts$/.test(nome)).flatMap(formatosAMao)
}

const formatosAMao = ({ nome, texto }) =>
  nome !== FORMATOS && A_MAO.test(texto)
    ? [`${relative(RAIZ, nome)}: quem escreve dias e valores é ui/formatos.ts`]
    : []

const ler = (forma) =>
  readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((nome) => forma.test(nome))
    .map((nome) => ({ nome: join(WEB, nome), texto: readFileSync(join(WEB, nome), 'utf8') }))
