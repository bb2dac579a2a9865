import { useWatch } from 'react-hook-form'
import type { Recebimento } from '#contract/recebimento.ts'
import { cidadeNoPix, nomeNoPix } from '#domain/brcode.ts'
import { problemaDaChavePix } from '#domain/chave-pix.ts'
import { FormTextField } from '#web/ui/formFields.tsx'
import { Formulario } from './Formulario.tsx'

const OUTRA_CHAVE =
  ' Trocá-la cancela os códigos em aberto; o que ainda for pago à chave anterior, no mesmo banco, continua a ser reconhecido.'

/** The Pix key, and the name and city that the payer's bank shows: a code carries all three. Without a key there are no codes. */
export function FormularioPix({ recebimento: { pix } }: { recebimento: Recebimento }) {
  const valores = { pix: { chave: pix?.chave ?? '', nome: pix?.nome ?? '', cidade: pix?.cidade ?? '' } }
  return (
    <Formulario
      titulo="Pix"
      texto={`Com a chave, cada mensagem pode levar um código que paga exatamente o que ela pede. A chave entra também na variável pix dos modelos.${pix === null ? '' : OUTRA_CHAVE}`}
      valores={valores}
      gravado="Pix salvo. As próximas mensagens já saem com ele."
      corpo={({ pix }) => ({ pix: Object.values(pix).every((um) => um.trim() === '') ? null : pix })}
    >
      {({ control }) => (
        <>
          <FormTextField
            control={control}
            nome="pix.chave"
            rotulo="Chave Pix"
            autoComplete="off"
            maxLength={140}
            ajuda="CPF, CNPJ, e-mail, +55 com o celular ou chave aleatória. Uma chave aleatória ou CNPJ não expõe dados pessoais."
            regras={{ validate: (chave) => String(chave).trim() === '' || problemaDaChavePix(String(chave)) || true }}
          />
          <div className="recebimento-par">
            <FormTextField
              control={control}
              nome="pix.nome"
              rotulo="Nome de quem recebe"
              maxLength={120}
              ajuda={<ComoSai control={control} nome="pix.nome" escrever={nomeNoPix} maximo={25} />}
            />
            <FormTextField
              control={control}
              nome="pix.cidade"
              rotulo="Cidade"
              maxLength={60}
              ajuda={<ComoSai control={control} nome="pix.cidade" escrever={cidadeNoPix} maximo={15} />}
            />
          </div>
        </>
      )}
    </Formulario>
  )
}

interface ComoSaiProps {
  // biome-ignore lint/suspicious/noExplicitAny: of a form with these two fields
  control: any
  nome: 'pix.nome' | 'pix.cidade'
  escrever: (texto: string) => string
  maximo: number
}

/** How a code carries it: without accents, and cut. */
function ComoSai({ control, nome, escrever, maximo }: ComoSaiProps) {
  const texto: string = useWatch({ control, name: nome }) ?? ''
  return texto.trim() === '' ? `No código, até ${maximo} letras sem acento.` : `No código: ${escrever(texto)}`
}
