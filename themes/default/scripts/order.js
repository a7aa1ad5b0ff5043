/**
 * Entry of the module that orders the choices before the first paint (`blocking="render"`).
 * A module without `async` runs once the document is parsed. With `async` it may be early: then it waits for the rest,
 * and the style sheet keeps the choices invisible so long.
 * @module
 */

import { arrangePage } from "./arrange.js";

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", arrangePage);
else arrangePage();
