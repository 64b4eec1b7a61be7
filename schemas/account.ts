import { type Static, Type } from '@sinclair/typebox'
import { datetime, email, id, password, text, urlOut } from './fields.ts'
import { apikey } from './keys.ts'
import { addition, checked, oneOf, optional, publishedWith, Ref } from './ref.ts'
import { done, success } from './replies.ts'

const username = Type.String({
  pattern: '^[A-Za-z0-9_-]{3,30}$',
  minLength: 3,
  maxLength: 30,
  'x-form': '3 to 30 letters (a to z), digits, `_` or `-`, such as ada',
  description: 'User name: letters, digits, `_` and `-`; kept in lower case, never changes.',
  examples: ['ada'],
})

const newPassword = (description: string) => checked('uncommon', password(description))

// Older passwords may be shorter or more common than a new one may be.
const presentPassword = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, description, examples: ['correct horse battery'] })

export const Account = Type.Object(
  {
    id: id('Id of the account.'),
    email: email('E-mail address.'),
    username,
    avatar: urlOut('A picture of the account.', 'http://localhost:3000/avatar/42.svg'),
    status: oneOf(['free', 'pro'], {
      description: 'Plan status; `free` once the plan has expired.',
      examples: ['pro'],
    }),
    expires: datetime('Expiry of the plan.'),
    registered: datetime('When the account was registered.'),
  },
  { $id: 'Account', description: 'The account that the API key belongs to.' },
)
export type Account = Static<typeof Account>

export const AccountReply = success('AccountReply', { data: Ref(Account) }, 'The account.')

export const AccountChange = checked(
  'accountChange',
  publishedWith(
    { minProperties: 1, not: { required: ['currentpassword'], properties: { currentpassword: {} }, maxProperties: 1 } },
    Type.Object(
      {
        email: optional(email('New e-mail address.')),
        password: optional(newPassword('New password; not one of the most common ones.')),
        currentpassword: addition(
          optional(
            presentPassword(
              'The present password. Needed with an API key that expires; where it is sent, it must be right.',
            ),
          ),
        ),
      },
      {
        $id: 'AccountChange',
        description:
          'Either or both of e-mail and password. A new password ends the API keys that logins made, and no other.',
      },
    ),
  ),
)
export type AccountChange = Static<typeof AccountChange>

export const AccountUpdated = done('AccountUpdated', 'Account has been successfully updated.')

export const NewAccount = Type.Object(
  {
    email: email('E-mail address; nobody else may have it.'),
    username,
    password: newPassword('What you will log in with; not one of the most common passwords.'),
  },
  { $id: 'NewAccount', description: 'An account to register.' },
)
export type NewAccount = Static<typeof NewAccount>

export const Login = checked(
  'login',
  publishedWith(
    { minProperties: 2 },
    Type.Object(
      {
        email: optional(text('E-mail address; this or `username` is needed.', 'ada@example.com')),
        username: optional(text('User name; this or `email` is needed.', 'ada')),
        password: presentPassword('The password of the account.'),
      },
      { $id: 'Login', description: 'The account that a new API key is for, and its password.' },
    ),
  ),
)
export type Login = Static<typeof Login>

export const AccountKey = success(
  'AccountKey',
  { id: id('Id of the account.'), apikey },
  'The account and a new API key of it.',
)
